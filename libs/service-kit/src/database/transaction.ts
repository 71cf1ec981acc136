declare const opaque: unique symbol;

/**
 * An open transaction, or the connection for reads outside of one (`Db.read`).
 * Handlers pass it to repositories. Only repositories run SQL on it, with `sql(tx)`.
 */
export interface Tx {
  readonly [opaque]: true;
}
