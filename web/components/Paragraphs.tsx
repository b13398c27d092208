/** A text of several lines: each line that says something is a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <div className="grid max-w-[68ch] content-start gap-4 text-card font-normal leading-6">
      {[...lines.entries()].map(([at, line]) => (
        <p key={at} dir="auto">
          {line}
        </p>
      ))}
    </div>
  )
}
