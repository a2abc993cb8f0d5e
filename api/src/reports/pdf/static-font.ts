/** The functions of HarfBuzz's subsetting module that are called here; numbers are addresses in its memory. */
interface HarfBuzz {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, bytes: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

const HB_MEMORY_MODE_WRITABLE = 2;
/** `wght` as HarfBuzz writes tags. */
const WEIGHT_AXIS = 0x77676874;

export type WeightPicker = (variableFont: Uint8Array, weight: number) => Uint8Array;

/**
 * Makes a font of one weight from one with many: pdfkit cannot embed the latter. HarfBuzz does it, because fontkit 2.0.4
 * fails when it writes a variation.
 */
export async function openWeightPicker(harfBuzz: BufferSource): Promise<WeightPicker> {
  const { instance } = await WebAssembly.instantiate(harfBuzz, {});
  const hb = instance.exports as unknown as HarfBuzz; // the module has no types of its own
  return (variableFont, weight) => {
    const data = hb.malloc(variableFont.length);
    new Uint8Array(hb.memory.buffer).set(variableFont, data);
    const blob = hb.hb_blob_create(data, variableFont.length, HB_MEMORY_MODE_WRITABLE, 0, 0);
    const face = hb.hb_face_create(blob, 0);
    const input = hb.hb_subset_input_create_or_fail();
    hb.hb_subset_input_keep_everything(input);
    hb.hb_subset_input_pin_axis_location(input, face, WEIGHT_AXIS, weight);
    const made = hb.hb_subset_or_fail(face, input);
    const result = made === 0 ? 0 : hb.hb_face_reference_blob(made);
    try {
      if (result === 0) throw new Error('HarfBuzz cannot read the font.');
      const start = hb.hb_blob_get_data(result, 0);
      return new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
    } finally {
      if (result !== 0) hb.hb_blob_destroy(result);
      if (made !== 0) hb.hb_face_destroy(made);
      hb.hb_subset_input_destroy(input);
      hb.hb_face_destroy(face);
      hb.hb_blob_destroy(blob);
      hb.free(data);
    }
  };
}
