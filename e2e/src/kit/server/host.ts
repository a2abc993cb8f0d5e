/** True when the journeys run against the demo (`E2E_HOST=demo`) instead of the built server. */
export const onDemo = process.env.E2E_HOST === 'demo';

/** Journeys that do not run against the demo, each with the reason. */
export const NOT_ON_DEMO: Readonly<Record<string, string>> = {
  'camera.full.test.ts':
    'it enrols people from outside the browser and kills the server; demo-faces.full.test.ts covers the flows',
  'camera.test.ts': 'the same as camera.full.test.ts',
  'class-photo.test.ts': 'the same as class-photo.full.test.ts',
  'class-photo.full.test.ts':
    'it calls the API from outside the browser with a shifted clock; demo-faces.full.test.ts takes a class photo',
  'sign-in.full.test.ts':
    'it signs in with an identity provider, and resets the owner of a stopped server on the command line',
  'connection.full.test.ts': 'the demo has no server that could be out of reach',
  'large-table.full.test.ts': 'it writes 5,000 people into the folder of a stopped server',
  'accessibility.test.ts': 'the same as accessibility.full.test.ts',
  'accessibility.full.test.ts':
    'it checks the same screens, and holds back network calls that the demo does not make',
  'performance.full.test.ts':
    'it measures the files of the server’s build; tools/build/demo-sizes.mjs limits those of the demo',
};
