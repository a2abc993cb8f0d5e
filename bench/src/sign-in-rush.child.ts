import { Agent, request } from 'node:http';

/** Run as a process of its own, so that the measuring process is not the one that is busy. */
const [address, count] = [process.argv[2] ?? '', Number(process.argv[3])];
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

function signIn(index: number): Promise<number> {
  return new Promise((done, fail) => {
    const call = request(
      `${address}/api/user/login`,
      {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'application/json',
          // As if a thousand people at a thousand addresses: one address alone would be served one at a time.
          'X-Forwarded-For': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => done(response.statusCode ?? 0));
      },
    );
    call.on('error', fail);
    call.end(JSON.stringify({ username: 'student', password: 'student123' }));
  });
}

const statuses = await Promise.all(Array.from({ length: count }, (_, index) => signIn(index)));
process.stdout.write(`${statuses.filter((status) => status === 200).length}\n`);
