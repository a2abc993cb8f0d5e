/** Which host the journeys visit: the built server, or the product in the visitor's own browser (`E2E_HOST=demo`). */
export const onDemo = process.env.E2E_HOST === 'demo';
