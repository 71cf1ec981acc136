import { readConfig } from '@tradepost/service-kit/runtime/config';
import { previousKeys } from '@tradepost/service-kit/security/keys';
import { boolean, object, string, type InferType } from 'yup';

export const settings = object({
  /** Public address of the web app; links in mails start with it. */
  ORIGIN: string().required(),
  /** Signs unsubscribe links. */
  UNSUBSCRIBE_KEY: string().min(32).required(),
  UNSUBSCRIBE_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** Encrypts the secrets of webhooks. */
  WEBHOOK_KEY: string().min(32).required(),
  WEBHOOK_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** For labs and tests: webhooks may go to private addresses, to any port and without TLS. */
  WEBHOOK_ALLOW_PRIVATE: boolean().default(false),
});

export type NotificationConfig = Readonly<InferType<typeof settings>>;
export const CONFIG = Symbol('notification config');
export const readNotificationConfig = (): NotificationConfig => readConfig(settings);
