import { NestFactory } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import { Server } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestLog } from '@tradepost/service-kit/observability/logging';
import { configProvider } from './config';
import { countBuffersAsHeap } from './garbage-collection';
import { createAdapter, prepareServer } from './http/server';

/** Nest's hybrid application: answers commands, then listens for HTTP. */
export async function serve(module: Type): Promise<NestFastifyApplication> {
  countBuffersAsHeap();
  const config = configProvider.useFactory();
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), {
    logger: new NestLog(),
    abortOnError: false,
    bodyParser: false,
  });
  await prepareServer(app, config);
  app.connectMicroservice({ strategy: app.get(Server) });
  await app.startAllMicroservices();
  await app.listen(config.PORT, config.HOST);
  return app;
}
