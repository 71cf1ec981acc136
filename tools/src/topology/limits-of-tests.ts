/** Raised limits: all users of a test share one network and do a day's work in a minute. */
export const limitsOfTests = {
  SIGNUPS_PER_NETWORK: '100000',
  CODES_PER_NETWORK: '100000',
  STREAMS_PER_NETWORK: '10000',
  CALLS_PER_COMPANY: '10000',
  CALLS_PER_NETWORK: '10000',
  HASHING_PER_NETWORK: '1000',
  HASHING_PER_PROCESS: '1000',
  FORMS_PER_ACCOUNT: '256',
  FORM_BYTES_PER_ACCOUNT: String(128 * 1024 ** 2),
};
