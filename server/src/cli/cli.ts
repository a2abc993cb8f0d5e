import { runCommandLine } from './command-line.ts';

const { text, exitCode, isError } = await runCommandLine(process.argv.slice(2));
const stream = isError ? process.stderr : process.stdout;
// Ends the process once the text is written: an open connection or thread must not keep a command alive.
stream.write(`${text}\n`, () => process.exit(exitCode));
