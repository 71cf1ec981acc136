import { number, object, string } from 'yup';
import { directSettings } from '../objects/direct/direct-urls';
import { atRestSettings } from '../security/at-rest/open-keys';
import { previousKeys, publicKey } from '../security/keys';

/** Addresses of the servers; every app reads them. */
export const infraSettings = object({
  /** `nats://…`, or `tls://…`; absent: everything runs in this process. */
  NATS_URL: string().matches(/^(nats|tls):\/\//, { excludeEmptyString: true }),
  /** How many servers of a NATS cluster store each event; read when the stream is created. */
  NATS_REPLICAS: number().oneOf([1, 3, 5]).default(1),
  /** Size of the event stream. NATS reserves it. */
  NATS_STREAM_BYTES: number()
    .integer()
    .min(1024 ** 2)
    .default(10 * 1024 ** 3),
  /** `redis://…`, or `postgres://…` for installations without Redis. */
  QUEUE_URL: string().required(),
  /** `file:///directory`, or `http(s)://key:secret@host/bucket`. */
  OBJECT_STORE_URL: string().required(),
  ...directSettings,
  ACTOR_PUBLIC_KEY: publicKey().required(),
  ACTOR_PUBLIC_KEY_PREVIOUS: previousKeys(publicKey()),
  /** Only the gateway has it. */
  ACTOR_PRIVATE_KEY: string(),
  SERVICE_NAME: string().default('tradepost'),
  ...atRestSettings,
});

/** The port for health checks and metrics. */
export const opsSettings = object({
  /** Absent: the port is not opened. */
  OPS_PORT: number().integer().min(0).max(65_535),
  OPS_HOST: string().default('127.0.0.1'),
});
