/** Journeys that need a server by nature, or ask what the demo has no other answer to. */
export const NOT_ON_DEMO: Readonly<Record<string, string>> = {
  'camera.test.ts':
    'its stage enrols people from outside the browser and kills the server; demo-faces.test.ts has the flows',
  'class-photo.test.ts':
    'it calls the API from outside the browser, on a clock of its own; demo-faces.test.ts takes the class',
  'large-table.test.ts': 'it writes 5,000 people into the folder of a stopped server',
  'accessibility.test.ts': 'the same screens, with calls held back on a network that the demo does not use',
  'performance.test.ts':
    'it measures the files of the server’s build; tools/demo-sizes.mjs holds those of the demo',
};
