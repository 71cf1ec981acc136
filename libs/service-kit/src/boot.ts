import 'reflect-metadata';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { log, NestLog } from './logging';
import { Ops } from './observe/ops';
import { startTracingAsConfigured, stopTracing } from './observe/tracing';

/** Starts one service without an HTTP face; stops it cleanly on SIGTERM and SIGINT. */
export async function boot(name: string, module: Type): Promise<void> {
  await start(name, () => NestFactory.createApplicationContext(module, { logger: new NestLog(), abortOnError: false }));
}

/** Runs a process's life: one line when it cannot start, a clean end when told to stop, within 30 seconds. */
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
      log.error({ service: name }, 'stopped before everything was finished');
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
  // whoever started us over a channel is gone
  process.on('disconnect', stop);
}
