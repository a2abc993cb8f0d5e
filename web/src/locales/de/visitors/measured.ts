import type { measured as english } from '../../en/visitors/measured.ts';

export const measured: typeof english = {
  title: 'So haben wir gemessen',
  text: 'Jede Zahl auf der Startseite stammt von einem Programm im Ordner bench des Quelltexts. Das Programm speichert sein letztes Ergebnis, und die Seite liest es beim Bauen. Was nicht gemessen wurde, steht dort nicht.',
  accuracy: {
    title: 'Genauigkeit',
    text: 'Fotopaare aus Labeled Faces in the Wild, einem öffentlichen Satz von Pressefotos. Die Hälfte zeigt dieselbe Person, die andere nicht. Das Programm sagt, welche. Kreuzvalidiert: Die Schwelle wird auf einem Teil gewählt und auf einem anderen geprüft. Pressefotos sind teils schwerer, teils leichter als eine Kamera an Ihrem Eingang. Nutzen Sie den Wert zum Vergleich von Systemen, nicht als Versprechen.',
    command: 'npm run bench:accuracy',
  },
  speed: {
    title: 'Geschwindigkeit',
    text: 'Die Zeit vom Eintreffen eines Bildes am Server bis zur Antwort: entpacken, Gesicht finden, Qualität prüfen, vergleichen. Gemessen auf einem gewöhnlichen Rechner mit zwei Kernen ohne Grafikkarte. 95 von 100 Anfragen waren mindestens so schnell.',
    command: 'npm run bench:speed',
  },
  scale: {
    title: 'Personen und Einträge',
    text: 'Eine Datenbank mit so vielen Personen und Anwesenheitstagen auf der eingebauten Datenbank. Sie beantwortet Übersichten und Berichte, während Anwesenheit erfasst wird. Die Zahl ist die Größe des Tests, keine Grenze.',
    command: 'npm run bench:analytics',
  },
  none: 'Für diese Version noch nicht gemessen.',
  value: 'Ergebnis',
  day: 'Gemessen am',
  command: 'Selbst ausführen',
  source: 'Programme ansehen',
};
