import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Every metric of a process; docs/monitoring.md says what each is for. Labels are patterns and names, never ids. */
export const registry = new Registry();

const registers = [registry];
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const workBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

export const httpDuration = new Histogram({
  name: 'tradepost_http_request_duration_seconds',
  help: 'Calls the gateway answered; kind tells calls from streams of bytes, live events and pages',
  labelNames: ['method', 'route', 'kind', 'code'],
  buckets: callBuckets,
  registers,
});

export const uploadedBytes = new Counter({
  name: 'tradepost_uploaded_bytes_total',
  help: 'Bytes read by routes that take files, counted as each call ends',
  registers,
});

export const downloadedBytes = new Counter({
  name: 'tradepost_downloaded_bytes_total',
  help: 'Bytes written by routes that send files, counted as each call ends',
  registers,
});

export const scans = new Counter({
  name: 'tradepost_scans_total',
  help: 'Uploads the malware scanner was asked about; verdict is clean, infected or failed (no verdict: refused)',
  labelNames: ['verdict'],
  registers,
});

export const rpcDuration = new Histogram({
  name: 'tradepost_rpc_duration_seconds',
  help: 'Commands this process answered; code is OK or the error given',
  labelNames: ['subject', 'code'],
  buckets: callBuckets,
  registers,
});

export const rpcUnanswered = new Counter({
  name: 'tradepost_rpc_unanswered_total',
  help: 'Commands this process called that nobody answered in time',
  labelNames: ['subject'],
  registers,
});

export const eventDuration = new Histogram({
  name: 'tradepost_event_duration_seconds',
  help: 'Events a consumer took; result is ok, error (it comes again) or dead (set aside)',
  labelNames: ['subject', 'consumer', 'result'],
  buckets: callBuckets,
  registers,
});

export const jobDuration = new Histogram({
  name: 'tradepost_job_duration_seconds',
  help: 'Tries of jobs; result is ok or failed (tried again later)',
  labelNames: ['queue', 'job', 'result'],
  buckets: workBuckets,
  registers,
});

export const streamBytes = new Gauge({
  name: 'tradepost_event_stream_bytes',
  help: 'Bytes of events that NATS keeps',
  registers,
});

export const streamMaxBytes = new Gauge({
  name: 'tradepost_event_stream_max_bytes',
  help: 'Bytes of events that NATS may keep before it drops the oldest',
  registers,
});

export const unconfirmedAge = new Gauge({
  name: 'tradepost_events_unconfirmed_oldest_age_seconds',
  help: 'Age of the oldest event on the bus that a consumer has not taken',
  labelNames: ['service'],
  registers,
});

export const queueJobs = new Gauge({
  name: 'tradepost_queue_jobs',
  help: 'Jobs in a queue',
  labelNames: ['queue', 'state'],
  registers,
});

export const queueAge = new Gauge({
  name: 'tradepost_queue_oldest_job_age_seconds',
  help: 'Age of the oldest job no worker has begun',
  labelNames: ['queue'],
  registers,
});

export const pendingJobs = new Gauge({
  name: 'tradepost_pending_jobs',
  help: 'Jobs that a service has enqueued and that are not done',
  labelNames: ['service', 'queue'],
  registers,
});

export const pendingJobAge = new Gauge({
  name: 'tradepost_pending_jobs_oldest_age_seconds',
  help: 'Age of the oldest job that a service has enqueued and that is not done',
  labelNames: ['service', 'queue'],
  registers,
});

export const limitsReached = new Counter({
  name: 'tradepost_limits_reached_total',
  help: 'Calls refused because a limit was reached',
  labelNames: ['limit'],
  registers,
});

export const outboxRows = new Gauge({
  name: 'tradepost_outbox_rows',
  help: 'Committed events that are not yet on the bus',
  labelNames: ['service'],
  registers,
});

export const outboxAge = new Gauge({
  name: 'tradepost_outbox_oldest_age_seconds',
  help: 'Age of the oldest committed event that is not yet on the bus',
  labelNames: ['service'],
  registers,
});

export const deadLetters = new Gauge({
  name: 'tradepost_dead_letters',
  help: 'Events a service has set aside',
  labelNames: ['service'],
  registers,
});

export const buildInfo = new Gauge({
  name: 'tradepost_build_info',
  help: '1; the label is the version of the process',
  labelNames: ['version'],
  registers,
});

export const dependencyUp = new Gauge({
  name: 'tradepost_dependency_up',
  help: '1 when the dependency answered the last readiness check',
  labelNames: ['dependency'],
  registers,
});

export const sampleErrors = new Counter({
  name: 'tradepost_sample_errors_total',
  help: 'Figures that could not be read for a scrape',
  registers,
});

export const archiveDuration = new Histogram({
  name: 'tradepost_archive_build_duration_seconds',
  help: 'Building of archives that were finished',
  buckets: workBuckets,
  registers,
});

export const archiveBytes = new Counter({
  name: 'tradepost_archive_bytes_total',
  help: 'Bytes of archives that were finished',
  registers,
});

export const mails = new Counter({
  name: 'tradepost_mails_total',
  help: 'Mails handed to the mail server; result is sent, failed (tried again) or unwanted',
  labelNames: ['result'],
  registers,
});

export const objectStoreBytes = new Gauge({
  name: 'tradepost_object_store_size_bytes',
  help: 'Room of the file system objects are in; absent for S3',
  labelNames: ['store'],
  registers,
});

export const objectStoreFreeBytes = new Gauge({
  name: 'tradepost_object_store_free_bytes',
  help: 'Free room of the file system objects are in; absent for S3',
  labelNames: ['store'],
  registers,
});

export const objectStoreFull = new Counter({
  name: 'tradepost_object_store_full_total',
  help: 'Calls refused because the object store had no room',
  registers,
});

export const objectsUnreadable = new Counter({
  name: 'tradepost_objects_unreadable_total',
  help: 'Reads of objects refused; reason is damaged (not what was stored) or key (it is not available)',
  labelNames: ['reason'],
  registers,
});

export const storedBytes = new Gauge({
  name: 'tradepost_stored_bytes',
  help: 'Bytes of all companies, stored or reserved',
  registers,
});

export const webhookDeliveries = new Gauge({
  name: 'tradepost_webhook_deliveries',
  help: 'Deliveries to webhooks that wait; state is untried or retried',
  labelNames: ['state'],
  registers,
});

export const webhookDeliveriesAge = new Gauge({
  name: 'tradepost_webhook_deliveries_oldest_due_age_seconds',
  help: 'For how long the oldest delivery to a webhook that works could have been sent',
  registers,
});

export const auditVerifications = new Counter({
  name: 'tradepost_audit_verifications_total',
  help: 'Walks over the whole audit log; result is ok or broken',
  labelNames: ['result'],
  registers,
});

// a first failure is an increase only where there was a zero before
for (const result of ['ok', 'broken']) auditVerifications.inc({ result }, 0);
for (const reason of ['damaged', 'key']) objectsUnreadable.inc({ reason }, 0);
for (const result of ['sent', 'failed', 'unwanted']) mails.inc({ result }, 0);

/** @param began of `performance.now()` */
export const secondsSince = (began: number) => (performance.now() - began) / 1_000;
