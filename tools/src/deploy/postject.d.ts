declare module 'postject' {
  /** Injects a resource into an executable and sets its marker. */
  export function inject(program: string, name: string, data: Buffer, options: { sentinelFuse: string }): Promise<void>;
}
