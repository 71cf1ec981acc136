import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A failed login or wrong API key. */
@Entity('login_failure')
@Index('login_failure_of_email', ['email', 'at'])
@Index('login_failure_of_address', ['address', 'at'])
export class LoginFailureRow {
  @PrimaryColumn('uuid') id: string;
  /** `addressKey`; need not belong to an account. */
  @Column('text') email: string;
  @Column('text') address: string;
  @Column('timestamptz') at: Date;
}
