import { readConfig } from '@tradepost/service-kit/config';
import { previousKeys } from '@tradepost/service-kit/keys';
import { object, string, type InferType } from 'yup';

const schema = object({
  /** Where people reach the web app; links in mails begin with it. */
  ORIGIN: string().required(),
  /** Signs the links that stop mails. */
  UNSUBSCRIBE_KEY: string().min(32).required(),
  UNSUBSCRIBE_KEY_PREVIOUS: previousKeys(string().min(32)),
});

export type NotificationConfig = Readonly<InferType<typeof schema>>;
export const CONFIG = Symbol('notification config');
export const readNotificationConfig = (): NotificationConfig => readConfig(schema);
