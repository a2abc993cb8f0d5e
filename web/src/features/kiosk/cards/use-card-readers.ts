import { readScanned } from '@rollcall/core/attendance/kiosk/cards/card-codes.rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { followKeys, isField, type Typing } from './wedge.rules.ts';

interface ReaderOptions {
  readonly isOn: boolean;
  readonly onRead: (text: string) => void;
}

/** A reader that types like a keyboard, whatever has the focus but a field. */
export function useWedgeReader({ isOn, onRead }: ReaderOptions): void {
  const typing = useRef<Typing | null>(null);
  const report = useEffectEvent(onRead);
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isField(event.target))
        return;
      const { typing: next, read } = followKeys(typing.current, {
        code: event.code,
        key: event.key,
        at: event.timeStamp,
      });
      typing.current = next;
      if (read === null) return;
      // Enter at the end of a card must not press the button that happens to have the focus.
      event.preventDefault();
      report(read);
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isOn]);
}

/** The part of Web NFC that is used; Chrome on Android has it. */
interface NfcReading extends Event {
  readonly serialNumber: string;
  readonly message: {
    readonly records: readonly { readonly recordType: string; readonly data?: DataView }[];
  };
}
interface NfcReader extends EventTarget {
  scan(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** The text on the card where it is one of ours, else the number of the card. */
function textOf({ serialNumber, message }: NfcReading): string {
  const texts = message.records.flatMap(({ recordType, data }) =>
    recordType === 'text' && data ? [new TextDecoder().decode(data)] : [],
  );
  return texts.find((text) => readScanned(text)?.kind === 'printed') ?? serialNumber;
}

/** Cards that are held to the device itself. Browsers ask once whether the page may, after a touch. */
export function useNfcReader({ isOn, onRead }: ReaderOptions): void {
  const report = useEffectEvent(onRead);
  useEffect(() => {
    const { NDEFReader } = globalThis as { NDEFReader?: new () => NfcReader };
    if (!isOn || !NDEFReader) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const start = () => {
      const reader = new NDEFReader();
      reader.addEventListener('reading', (event) => report(textOf(event as NfcReading)), { signal }); // the type of this event's name
      return reader.scan({ signal });
    };
    const startOnTouch = () =>
      addEventListener('pointerup', () => void start().catch(() => undefined), { once: true, signal });
    // Without a touch it works where the page was allowed before.
    start().catch(startOnTouch);
    return () => leaving.abort();
  }, [isOn]);
}
