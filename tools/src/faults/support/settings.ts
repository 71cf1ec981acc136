import { limitsOfTests } from '../../topology/limits-of-tests';

/** Of every app in runs that no limit may end. */
export const settingsOfFaults = {
  ...limitsOfTests,
  LOG_LEVEL: 'fatal',
  ACCEPT_CODES_PER_HOUR: '1000',
  PARTNER_MAILS_PER_DAY: '100000',
  WEBHOOK_ALLOW_PRIVATE: 'true',
};
