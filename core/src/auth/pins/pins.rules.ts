/** The digits of a PIN: as many as people remember, and enough for somebody who may try five times. */
export const PIN_DIGITS = { least: 4, most: 8, asked: 2 } as const;

const PIN = new RegExp(`^\\d{${PIN_DIGITS.least},${PIN_DIGITS.most}}$`);

export const isPin = (text: string): boolean => PIN.test(text);

/** Whether each digit follows the one before by the same step: 1111, 1234, 9876. */
const isRun = (pin: string): boolean => {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
};

/** Whether it is two digits over and over: 1212, 4747. */
const isPair = (pin: string): boolean =>
  pin.length % 2 === 0 && pin === pin.slice(0, 2).repeat(pin.length / 2);

/** PINs that are tried first. */
export const isEasyPin = (pin: string): boolean => isRun(pin) || isPair(pin);

/** The part of a PIN that is asked for among many people. */
export const firstDigits = (pin: string): string => pin.slice(0, PIN_DIGITS.asked);

/** What the PIN of a person is sealed for. */
export const pinPurpose = (personId: number): string => `pin ${personId}`;
