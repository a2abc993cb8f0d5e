/** One loaded network: one input, outputs in the order the file declares them. */
export interface OnnxSession {
  run(input: Float32Array, shape: readonly number[]): Promise<readonly Float32Array[]>;
}

/** The networks of the pipeline, loaded by ONNX Runtime for Node or for the browser. */
export interface FaceRuntime {
  readonly detector: OnnxSession;
  readonly mesh: OnnxSession;
  readonly blendshapes: OnnxSession;
  readonly antiSpoof: OnnxSession;
  readonly recogniser: OnnxSession;
  close(): Promise<void>;
}
