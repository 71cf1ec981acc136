import { command, event } from '../define';
import { chosenId, id, object, type Message } from '../values/fields';
import { binary } from './sealed';

/** How long another device can give the key, in minutes. */
export const handoverMinutes = 10;

/** A device of the caller asks for the caller's own key. */
export interface KeyHandover {
  requestId: string;
  /** A fresh public key of the device, under the number that it shows. */
  sealedPublic: string;
  /** Whether this session has asked. */
  startedHere: boolean;
  /** Whether another device has given the key. */
  given: boolean;
  /** `User-Agent` and IP address of the device. */
  agent: string;
  ip: string;
  expiresAt: string;
}

const handover = { id: id().required() };

/** HPKE's `enc[65] | PKCS #8 | tag[16]`. */
const sealedPrivate = () => binary(100, 600);

/**
 * How a device on which the caller's own key is open gives it to another one, in sessions by single sign-on of an account without a password.
 * The server can open nothing.
 */
export const keyHandoverCommands = {
  /** What a device asks for now; null if none does. @throws NOT_ALLOWED in another session */
  keyHandover: command<{ handover: KeyHandover | null }>()('identity.key-handover', object({})),
  /**
   * Asks the other devices of the caller, for ten minutes. `hpkePublic` names the key. It replaces what the same session has asked for.
   * @throws NOT_ALLOWED in another session, PASSWORD_SIGN_IN_REQUIRED, NOT_FOUND without a key, KEYS_STALE for another key, HANDOVER_PENDING if another device asks, TOO_MANY
   */
  startKeyHandover: command<{ handover: KeyHandover }>()(
    'identity.start-key-handover',
    object({
      requestId: chosenId().required(),
      sealedPublic: binary(93).required(),
      hpkePublic: binary(65).required(),
    }),
  ),
  /** Gives the key, sealed to the fresh one. A repeat replaces it. @throws NOT_ALLOWED and PASSWORD_SIGN_IN_REQUIRED as `startKeyHandover`, NOT_FOUND also once it has expired */
  giveKeyHandover: command<Message>()(
    'identity.give-key-handover',
    object({ ...handover, sealed: sealedPrivate().required() }),
  ),
  /**
   * What another device has given, once: then it is deleted.
   * @throws NOT_ALLOWED and PASSWORD_SIGN_IN_REQUIRED as `startKeyHandover`, NOT_FOUND also before it was given, and in another session than the one that asked
   */
  takeKeyHandover: command<{ sealed: string }>()('identity.take-key-handover', object(handover)),
  /** Ends it, on any device of the caller. @throws NOT_ALLOWED and PASSWORD_SIGN_IN_REQUIRED as `startKeyHandover`, NOT_FOUND */
  stopKeyHandover: command<Message>()('identity.stop-key-handover', object(handover)),
};

export const handoverSteps = ['asked', 'given', 'taken', 'stopped'] as const;
export type HandoverStep = (typeof handoverSteps)[number];

export const keyHandoverEvents = {
  /** A device of a person asks for the person's key, another one gave it, the first one took it, or one of them ended it. */
  keyHandoverChanged: event<{
    companyId: string;
    companyName: string;
    userId: string;
    handover: HandoverStep;
  }>('evt.identity.key-handover-changed', { to: ['audit', 'notification'] }),
};
