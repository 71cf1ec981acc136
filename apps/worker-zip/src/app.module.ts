import { Module } from '@nestjs/common';
import { worker } from '@tradepost/service-kit/worker';
import { ZipHandler } from './zip.handler';

@Module(worker({ name: 'worker-zip', queue: 'zip', concurrency: 2, needs: ['object-store'], handlers: [ZipHandler] }))
export class WorkerZipModule {}
