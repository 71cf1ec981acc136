declare module 'postject' {
  /** Writes a resource into a program, and marks that it has one. */
  export function inject(program: string, name: string, data: Buffer, options: { sentinelFuse: string }): Promise<void>;
}
