// Imported before the server starts: shifts its clock, for screenshots and journeys that need a certain day.
const shift = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift);
    else super(...args);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
