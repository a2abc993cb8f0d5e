export type ModelProblem = 'wrong_hash' | 'missing' | 'not_fetched' | 'bad_manifest';

/** Why the models are not ready, in words for whoever runs the server. */
export class ModelError extends Error {
  constructor(
    readonly problem: ModelProblem,
    message: string,
  ) {
    super(message);
    this.name = 'ModelError';
  }
}
