import type { measured as english } from '../../en/visitors/measured.ts';

export const measured: typeof english = {
  title: 'So haben wir gemessen',
  text: 'Jede Zahl auf der Startseite stammt von einem Programm im Ordner bench des Quelltexts. Das letzte Ergebnis liegt daneben, und die Seite liest es beim Bauen. Wo noch nichts gemessen wurde, steht keine Zahl.',
  accuracy: {
    title: 'Genauigkeit',
    text: 'Fotopaare aus Labeled Faces in the Wild, einem öffentlichen Testsatz mit Pressefotos. Die Hälfte zeigt dieselbe Person, die andere nicht; das Programm sagt, welche. Kreuzvalidiert: Die Schwelle wird auf einem Teil gewählt und auf einem anderen beurteilt. Pressefotos sind teils schwerer, teils leichter als eine Kamera an der Tür: ein Vergleich zwischen Systemen, kein Versprechen für Ihren Eingang.',
    command: 'npm run bench:accuracy',
  },
  speed: {
    title: 'Geschwindigkeit',
    text: 'Die Zeit vom Eintreffen eines Bildes am Server bis zur Antwort: entpacken, Gesicht finden, Qualität prüfen, vergleichen. Gemessen auf einem gewöhnlichen Rechner mit zwei Kernen ohne Grafikkarte; 95 von 100 Anfragen waren mindestens so schnell.',
    command: 'npm run bench:speed',
  },
  scale: {
    title: 'Personen und Einträge',
    text: 'Eine Datenbank mit so vielen Personen und Anwesenheitstagen auf der eingebauten Datenbank. Während sie Übersichten und Berichte beantwortet, wird auch Anwesenheit erfasst. Die Zahl ist die Größe des Tests, keine Grenze.',
    command: 'npm run bench:analytics',
  },
  none: 'In diesem Stand noch nicht gemessen.',
  value: 'Ergebnis',
  day: 'Gemessen am',
  command: 'Wiederholen',
  source: 'Programme ansehen',
};
