const many = '1000000';

/** Without the limits that would answer most generated calls with 429; webhooks go to this machine. */
export const noLimits = {
  LOG_LEVEL: 'error',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  CODES_PER_HOUR: many,
  CODE_TRIES_PER_DAY: many,
  SIGNUP_CODES_PER_HOUR: many,
  SIGNUP_TRIES_PER_DAY: many,
  LOGIN_FREE_FAILURES: many,
  LOGIN_FAILURES_PER_ACCOUNT: many,
  LOGIN_FAILURES_PER_ADDRESS: many,
  ACCEPT_CODES_PER_HOUR: many,
  ACCEPT_CODE_TRIES_PER_DAY: many,
};
