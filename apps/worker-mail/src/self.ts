import type { SystemActor } from '@tradepost/contracts/actor';

/** The caller that other services see. */
export const self: SystemActor = { kind: 'system', service: 'worker-mail' };
