/** The only source of "now". Tests and replays hand in their own. */
export interface Clock {
  now(): Date;
}
