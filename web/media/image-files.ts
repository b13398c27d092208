/** The beginnings of image files, read as Latin-1. BMP is left to its type: two letters may begin any text. */
const beginning =
  /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|II\x2a|MM.\x2a|8BPS|\xff\n|.{4}(JXL |ftyp(avi[fs]|hei[cxms]|hev[cxms]|mi[fs]1|msf1)))/s
const extension = /\.(jpe?g|jfif|png|gif|webp|avif|hei[cf]|bmp|tiff?|jxl)$/i

/**
 * Keeps the image files, in their order: files with an image type or name, so that the server can explain a damaged one, and files whose
 * first bytes are those of an image.
 */
export async function onlyImages(files: File[]): Promise<File[]> {
  const areImages = await Promise.all(files.map(isImage))
  return files.filter((_, at) => areImages[at])
}

async function isImage(file: File): Promise<boolean> {
  if (file.type.startsWith('image/') || (file.type === '' && extension.test(file.name))) return true
  // A folder that was dropped can't be read.
  const bytes = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  return beginning.test(String.fromCharCode(...new Uint8Array(bytes)))
}
