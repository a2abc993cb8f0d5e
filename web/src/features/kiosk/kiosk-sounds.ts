/** Tones in hertz, one after another: a rising pair for yes, one low tone for no. */
const TONES = { marked: [660, 990], asked: [660, 660], refused: [220] } as const;
const TONE_SECONDS = 0.11;
const VOLUME = 0.12;

let context: AudioContext | null = null;

/**
 * Says without words how it went. Browsers allow sound after somebody has touched the page once; until then a kiosk is
 * silent.
 */
export function playSound(kind: keyof typeof TONES): void {
  try {
    context ??= new AudioContext();
    // A tone of a context that does not run yet would wait, and sound with all others at the first touch.
    if (context.state !== 'running') return void context.resume().catch(() => undefined);
    const begin = context.currentTime;
    TONES[kind].forEach((frequency, at) => {
      if (!context) return;
      const [tone, gain] = [context.createOscillator(), context.createGain()];
      tone.frequency.value = frequency;
      gain.gain.value = VOLUME;
      tone.connect(gain).connect(context.destination);
      tone.start(begin + at * TONE_SECONDS);
      tone.stop(begin + (at + 1) * TONE_SECONDS);
    });
  } catch {
    // Without sound: the screen says the same.
  }
}
