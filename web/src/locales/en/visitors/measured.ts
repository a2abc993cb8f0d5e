export const measured = {
  title: 'How we measured',
  text: 'Every figure on the start page comes from a program in the bench folder of the source code. Its last result is kept beside it, and the page reads it when it is built. Where nothing was measured yet, the page shows no number.',
  accuracy: {
    title: 'Accuracy',
    text: 'Pairs of photos from Labeled Faces in the Wild, a public test set of press photos. Half the pairs show the same person, half do not; the program says which. The score is cross-validated: the threshold is chosen on some folds and judged on others. Press photos are harder than a camera at a door in some ways and easier in others, so take it as a comparison between systems, not as a promise for your entrance.',
    command: 'npm run bench:accuracy',
  },
  speed: {
    title: 'Speed',
    text: 'The time from the arrival of a picture at the server to its answer: decoding, finding the face, checking its quality, comparing it. Measured on an ordinary two-core machine without a graphics card; 95 of 100 requests were at least this fast.',
    command: 'npm run bench:speed',
  },
  scale: {
    title: 'People and records',
    text: 'A database filled with this many people and attendance days, on the built-in engine. While it answers dashboards and reports, attendance is marked as well. The figure is the size of the test, not a limit.',
    command: 'npm run bench:analytics',
  },
  none: 'Not measured yet on this build.',
  value: 'Result',
  day: 'Measured on',
  command: 'Repeat it',
  source: 'Read the programs',
};
