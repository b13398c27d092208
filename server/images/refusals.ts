import { uploadLimits } from '#contract/images.ts'

/** The reason why a file is not stored, with a sentence for the uploader. Thrown and caught within this folder. */
export class FileRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const { bytesPerFile, filesPerRequest } = uploadLimits
const stored = 'Only JPEG, PNG, WebP, AVIF, HEIC and GIF images can be stored.'

export const refusals = {
  empty: () => new FileRefusal('empty', 'This file is empty.'),
  tooLarge: () => new FileRefusal('too_large', `This file is larger than ${bytesPerFile / 1024 / 1024} MB.`),
  tooMany: () => new FileRefusal('too_many_files', `At most ${filesPerRequest} files can be uploaded at once. Please send this one again.`),
  wrongField: () => new FileRefusal('wrong_field', 'Files are only taken from the field "images".'),
  otherKind: (kind: string | undefined) =>
    new FileRefusal('unsupported_type', kind ? `This is ${kind}. ${stored}` : `This is no image. ${stored}`),
  unreadable: () => new FileRefusal('unreadable', 'This image is damaged or incomplete.'),
  tooManyPixels: (pixels: number, most: number) =>
    new FileRefusal(
      'too_many_pixels',
      `This image has ${Math.ceil(pixels / 1_000_000)} megapixels. At most ${Math.floor(most / 1_000_000)} can be stored.`,
    ),
  tooTall: () => new FileRefusal('too_tall', 'This image is too tall for its width.'),
  tooMuchMemory: () =>
    new FileRefusal(
      'too_much_memory',
      'This image takes more memory to decode than the server has for it. Smaller, or as a JPEG, it can be stored.',
    ),
  notDecoded: () => new FileRefusal('not_decoded', 'The server failed twice to decode this image. As a JPEG it can probably be stored.'),
  notInTime: () => new FileRefusal('timeout', 'There was not enough time to store this file. Please send it again.'),
  storeUnavailable: () => new FileRefusal('store_unavailable', 'This file could not be stored at the moment. Please send it again.'),
  storageFull: () => new FileRefusal('storage_full', 'There is no space left on the server for this file.'),
}
