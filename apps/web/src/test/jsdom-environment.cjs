const { TestEnvironment } = require('jest-environment-jsdom');

/** Browser globals that jsdom lacks, and those of its own that Node's `Request` refuses. Pages that are not secure compute no digests of files. */
const missing = {
  AbortController,
  AbortSignal,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  crypto,
  structuredClone,
  isSecureContext: false,
};

module.exports = class JsdomEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    for (const [name, value] of Object.entries(missing))
      Object.defineProperty(this.global, name, { value, configurable: true, writable: true });
  }
};
