import type { Page } from 'playwright-core';

/**
 * Gives the page an authenticator of its own: a passkey on the device, with a finger that is always on the sensor. A
 * login page that offers passkeys among its suggestions is therefore answered as soon as it opens.
 */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
