import { Agent, request } from 'node:http';

/** Sends the sign-ins from a separate process, so that the measuring process is not busy with them. */
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
          // A different address for each: the server handles sign-ins from one address one at a time.
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
