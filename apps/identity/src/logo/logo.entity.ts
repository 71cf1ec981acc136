import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Apart from the company, which is read with every sign-in. */
@Entity('company_logo')
export class CompanyLogoRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  /** PNG. */
  @Column('bytea') image: Buffer;
}
