/** With its keys in order, so that two texts can be compared. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** What of the settings a page shows: none of them the clock's zone and the address, and only the login page the ways to sign in. */
const seenOn = (page: string, settings: object): string => {
  const unseen = ['time_zone', 'zone_offsets', 'public_url', ...(page === '/login' ? [] : ['sign_in'])];
  return inOrder(Object.fromEntries(Object.entries(settings).filter(([name]) => !unseen.includes(name))));
};

/** Whether a page shows of the server's settings what its document was made with: then it is right as it is. */
export const isAsAssumed = (page: string, assumed: object, real: object): boolean =>
  seenOn(page, assumed) === seenOn(page, real);
