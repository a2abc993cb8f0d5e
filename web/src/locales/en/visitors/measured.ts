export const measured = {
  title: 'How we measured',
  text: 'Every figure on the home page comes from a program in the bench folder of the source code. The program saves its last result, and the page reads it when it is built. If something has not been measured, the page shows no number.',
  accuracy: {
    title: 'Accuracy',
    text: 'Pairs of photos from Labeled Faces in the Wild, a public set of press photos. Half the pairs show the same person and half do not. The program says which. The score is cross-validated: the threshold is chosen on some folds and tested on others. Press photos are harder than a camera at your entrance in some ways and easier in others. Use the score to compare systems, not as a promise.',
    command: 'npm run bench:accuracy',
  },
  speed: {
    title: 'Speed',
    text: 'The time from when a picture reaches the server to its answer: decoding it, finding the face, checking its quality and comparing it. Measured on an ordinary two-core machine without a graphics card. 95 of 100 requests were at least this fast.',
    command: 'npm run bench:speed',
  },
  scale: {
    title: 'People and records',
    text: 'A database with this many people and attendance days, on the built-in engine. It answers dashboards and reports while people check in. The figure is the size of the test, not a limit.',
    command: 'npm run bench:analytics',
  },
  none: 'Not measured for this version yet.',
  value: 'Result',
  day: 'Measured on',
  command: 'Run it yourself',
  source: 'Read the programs',
};
