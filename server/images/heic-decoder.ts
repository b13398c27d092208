import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/libheif-wasm/libheif.js'

/** The pixels of a HEIC photo, upright, 8 bits a channel. */
export type HeicPixels = { width: number; height: number; channels: 3 | 4; data: Uint8Array<ArrayBuffer> }

// Runs in a worker thread of the renderer's process: decoding blocks its thread, and the thread beside it watches the memory.

const wasm = libheif({ wasmBinary: readFileSync(new URL(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'))) })
const context = wasm.heif_context_alloc()
wasm.heif_context_read_from_memory(context, readFileSync(String(workerData)))
const photo = wasm.heif_js_context_get_primary_image_handle(context)
const channels = wasm.heif_image_handle_has_alpha_channel(photo) ? 4 : 3
const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = wasm.heif_chroma
const decoded = wasm.heif_js_decode_image2(
  photo,
  wasm.heif_colorspace.heif_colorspace_RGB,
  channels === 4 ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
)
const [{ width, height, stride, data: padded }] = decoded.channels
const row = width * channels
const data = new Uint8Array(row * height)
for (let y = 0; y < height; y++) data.set(padded.subarray(y * stride, y * stride + row), y * row)
const pixels: HeicPixels = { width, height, channels, data }
parentPort?.postMessage(pixels, [data.buffer])
