/** 50 MiB; the upload hint calls it 50MB. */
export const maxFileBytes = 50 * 1024 * 1024;

/** Files of one batch, and bytes of all of them together. */
export const maxBatchFiles = 200;
export const maxBatchBytes = 64 * 1024 * 1024;
/** Bytes of the `terms` of a batch, as JSON. */
export const maxBatchTermsBytes = 4 * 1024 * 1024;
