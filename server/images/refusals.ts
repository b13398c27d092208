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
const stored = 'Only JPEG, PNG, WebP, AVIF, HEIC and GIF images can be uploaded.'

export const refusals = {
  empty: () => new FileRefusal('empty', 'This file is empty.'),
  tooLarge: () => new FileRefusal('too_large', `This file is larger than ${bytesPerFile / 1024 / 1024} MB.`),
  tooMany: () =>
    new FileRefusal('too_many_files', `At most ${filesPerRequest} files can be uploaded at once. Please upload this file again.`),
  wrongField: () => new FileRefusal('wrong_field', 'Send files in the field "images".'),
  otherKind: (kind: string | undefined) =>
    new FileRefusal('unsupported_type', kind ? `This is ${kind}. ${stored}` : `This isn't an image. ${stored}`),
  unreadable: () => new FileRefusal('unreadable', 'This image is damaged or incomplete.'),
  tooManyPixels: (pixels: number, most: number) =>
    new FileRefusal(
      'too_many_pixels',
      `This image has ${Math.ceil(pixels / 1_000_000)} megapixels. The limit is ${Math.floor(most / 1_000_000)}.`,
    ),
  tooTall: () => new FileRefusal('too_tall', 'This image is too narrow for its height. Crop the image and try again.'),
  tooMuchMemory: () =>
    new FileRefusal('too_much_memory', 'This image needs too much memory to decode. Upload a smaller version or a JPEG.'),
  notDecoded: () => new FileRefusal('not_decoded', 'The server could not decode this image. Try uploading a JPEG.'),
  notInTime: () => new FileRefusal('timeout', 'There was not enough time to save this file. Please upload this file again.'),
  storeUnavailable: () => new FileRefusal('store_unavailable', 'This file could not be saved right now. Please upload this file again.'),
  storageFull: () => new FileRefusal('storage_full', 'The server has no space left for this file.'),
}
