/** In the units that file managers show: '240 kB', '1.2 MB'. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
