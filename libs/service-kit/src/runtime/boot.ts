import 'reflect-metadata';
import type { INestApplicationContext, INestMicroservice, LoggerService, LogLevel, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Server, type AsyncMicroserviceOptions, type CustomTransportStrategy } from '@nestjs/microservices';
import { log, NestLog } from '../observability/logging';
import { Ops } from '../observability/ops';
import { startTracingAsConfigured, stopTracing } from '../observability/tracing';

/** Starts one service or worker, which has no HTTP server; stops it cleanly on SIGTERM and SIGINT. */
export async function boot(name: string, module: Type): Promise<void> {
  await start(name, () => serveCommands(module, new NestLog()));
}

/** A Nest microservice that answers its module's commands. */
export async function serveCommands(module: Type, logger: LoggerService | LogLevel[]): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [Server],
    useFactory: (strategy: Server & CustomTransportStrategy) => ({ strategy }),
    logger,
    abortOnError: false,
  });
  await app.listen();
  return app;
}

/** Starts a process; logs why when it cannot start; stops it cleanly on a signal, within 30 seconds. */
export async function start(name: string, create: () => Promise<INestApplicationContext>): Promise<void> {
  try {
    await startTracingAsConfigured(name);
    const app = await create();
    stopOnSignal(name, app);
    const opsPort = await app.get(Ops).listen();
    log.info({ service: name, opsPort }, `${name} is ready`);
    process.send?.('ready');
  } catch (error) {
    log.fatal({ err: error, service: name }, `${name} could not start`);
    process.exit(1);
  }
}

const stopWithinMs = 30_000;

function stopOnSignal(name: string, app: INestApplicationContext) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error({ service: name }, 'stopped before all work was finished');
      process.exit(1);
    }, stopWithinMs).unref();
    await app
      .close()
      .then(stopTracing)
      .catch((error) => log.error({ err: error, service: name }, 'could not stop cleanly'));
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // the parent process has exited
  process.on('disconnect', stop);
}
