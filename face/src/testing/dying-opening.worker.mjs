// A thread that opens nobody and ends at person 13.
export default function open({ faces }) {
  if (faces.some(({ personId }) => personId === 13)) process.exit(3);
  return faces.map(() => ({ templates: [], problem: null }));
}
