import { Module } from '@nestjs/common';
import { worker } from '@tradepost/service-kit/jobs/worker';
import { ZipHandler } from './zip.handler';

@Module(
  worker({
    name: 'worker-zip',
    queue: 'zip',
    concurrency: 2,
    needs: ['object-store', 'at-rest-keys'],
    handlers: [ZipHandler],
  }),
)
export class WorkerZipModule {}
