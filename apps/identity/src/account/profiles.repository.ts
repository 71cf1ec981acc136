import { Injectable } from '@nestjs/common';
import type { Security } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import type { CompanyProfile } from '../company/company.view';
import { liveCompany } from '../member/members.repository';
import type { AccountRow } from './account.entity';
import { noPassword } from './no-password';

const profileOfAccount = {
  name: 'account-profile',
  text: `SELECT a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.user_type AS "userType", a.language,
                a.password_hash <> '${noPassword}' AS "hasPassword",
                a.deletion_at AS "deletionAt",
                EXISTS (SELECT FROM totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS totp,
                (SELECT count(*)::int FROM recovery_code r WHERE r.account_id = a.id AND r.used_at IS NULL) AS "recoveryCodesLeft",
                (SELECT count(*)::int FROM membership m JOIN company c ON c.id = m.company_id ${liveCompany}
                 WHERE m.account_id = a.id) AS memberships,
                (SELECT count(*)::int FROM member_invitation i JOIN company c ON c.id = i.company_id ${liveCompany}
                 WHERE i.address_key = a.address_key AND i.expires_at > now()) AS "memberInvitations",
                CASE WHEN c.id IS NOT NULL THEN json_build_object(
                  'id', c.id, 'companyName', c.company_name, 'companyRegistrationNumber', c.company_registration_number, 'taxId', c.tax_id,
                  'country', c.country, 'addressLine1', c.address_line1, 'addressLine2', c.address_line2, 'city', c.city,
                  'postCode', c.post_code, 'tradingCurrency', c.trading_currency, 'telephoneNumber', c.telephone_number,
                  'contractEmail', c.contract_email, 'billingEmail', c.billing_email, 'requireE2E', c.require_e2e, 'usualExpiry', c.usual_expiry,
                  'kycStatus', c.kyc_status, 'totalStorage', c.total_storage) END AS company
         FROM account a LEFT JOIN company c ON CASE WHEN $2::uuid IS NULL THEN c.owner_id = a.id ELSE c.id = $2 END WHERE a.id = $1`,
};

/** What people see of themselves. */
export interface Profile
  extends
    Pick<AccountRow, 'id' | 'email' | 'firstName' | 'lastName' | 'userType' | 'language' | 'deletionAt'>,
    Security {
  company: CompanyProfile | null;
  memberships: number;
  memberInvitations: number;
  hasPassword: boolean;
}

@Injectable()
export class ProfilesRepository {
  constructor(private readonly db: Db) {}

  /** @param companyId in place of the person's own */
  async find(userId: string, companyId: string | null): Promise<Profile | null> {
    const [profile] = await prepared<Profile>(this.db.read, profileOfAccount, [userId, companyId]);
    return profile ?? null;
  }
}
