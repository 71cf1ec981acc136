import { openKeys } from '@tradepost/service-kit/security/at-rest/open-keys';
import { rotateKeys } from '@tradepost/service-kit/security/at-rest/rotate';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { openInstallation } from '../topology/installation';

const tellEvery = 10_000;

/** Brings the data keys of all objects under the present key, while people work; may be broken off and run again. */
async function rotate() {
  const { servers, atRest, close } = await openInstallation({ mayMake: false });
  try {
    const keys = openKeys(atRest);
    if (!keys) throw new Error('Settings: AT_REST_KEY (missing). See docs/configuration.md.');
    const { objects, rewrapped, without, unreadable } = await rotateKeys(
      openObjectStore(servers.objectStore),
      keys,
      (sofar) => {
        if (sofar.objects % tellEvery === 0)
          console.log(`${sofar.objects} objects, ${sofar.rewrapped} re-encrypted under the present key…`);
      },
    );
    console.log(
      `${objects} objects: ${rewrapped} are under the present key now, ${objects - rewrapped - without - unreadable.length} were already, ${without} have no key of ours (sealed by their owners, or from before encryption).`,
    );
    if (unreadable.length === 0) return;
    console.error(
      `No key opens ${unreadable.length}:\n${unreadable.map(({ key, reason }) => `${key}: ${reason}`).join('\n')}`,
    );
    process.exitCode = 1;
  } finally {
    await close();
  }
}

rotate().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
