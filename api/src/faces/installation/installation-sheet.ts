import type { EvidenceSettings } from '@rollcall/core/attendance/evidence/evidence.service';
import type { FaceSettings } from '@rollcall/core/faces/face-status.service';
import type { InstallationReport, MeasuredShare } from '@rollcall/core/faces/installation/installation.types';
import { PUBLISHED_RATES, type PublishedShare } from '@rollcall/core/faces/installation/published-rates';
import type { Actor } from '@rollcall/core/kernel/access';
import { directionOf, type Language, LOCALES } from '@rollcall/core/kernel/language';
import { parseLocalDate } from '@rollcall/core/kernel/local-date';
import { isolate } from '@rollcall/core/kernel/text';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import type { PrivacySettings } from '@rollcall/core/privacy/privacy.types';
import { reportTexts } from '@rollcall/core/reports/report.kinds';
import { dayName } from '@rollcall/core/reports/report.rules';
import type { Services } from '@rollcall/core/services';
import type { Institution } from '@rollcall/core/settings/settings.types';
import type { SheetBlock, SheetSection, TextSheet } from '../../reports/pdf/text-sheet-pdf.ts';
import { INSTALLATION_SHEET_TEXTS } from './installation-sheet.texts.ts';

/** What the document is made from. Of the report only figures are printed, never the people in it. */
export interface SheetFacts {
  readonly institution: Pick<Institution, 'name' | 'kind'>;
  readonly zone: Zone;
  readonly privacy: PrivacySettings;
  readonly faces: FaceSettings;
  readonly evidence: Pick<EvidenceSettings, 'demands' | 'networks' | 'classes'>;
  /** The model in use. */
  readonly modelId: string | null;
  readonly report: InstallationReport;
}

export async function readSheetFacts(services: Services, actor: Actor): Promise<SheetFacts> {
  const { settings, consent, faceStatus, evidence, installation } = services;
  const report = await installation.report();
  return {
    institution: await settings.institution(),
    zone: (await settings.today()).zone,
    privacy: await consent.settings(),
    faces: await faceStatus.settings(),
    evidence: await evidence.settings(actor),
    modelId: (await faceStatus.status(actor)).modelId,
    report,
  };
}

/** Two digits: more are not known. */
const MEASURED = { maximumSignificantDigits: 2 };

const text = (words: string): SheetBlock => ({ kind: 'text', text: words });
const blank = (label: string, lines: number): SheetBlock => ({ kind: 'blank', label, lines });
const points = (items: readonly string[]): SheetBlock => ({ kind: 'points', items });
const facts = (rows: readonly (readonly [string, string])[]): SheetBlock => ({ kind: 'facts', rows });
const table = (
  head: readonly string[],
  shares: readonly number[],
  rows: readonly (readonly string[])[],
): SheetBlock => ({ kind: 'table', head, shares, rows });

function createFigures(language: Language) {
  const count = new Intl.NumberFormat(LOCALES[language]);
  const rounded = new Intl.NumberFormat(LOCALES[language], MEASURED);
  return {
    count: (value: number): string => count.format(value),
    measured: (value: number): string => rounded.format(value),
    /** A published share with its interval. */
    ofPublished: ({ rate, low, high }: PublishedShare, per: number): string => {
      const [value, from, to] = [rate, low, high].map((each) => rounded.format(per * each));
      return `${value} (${from}–${to})`;
    },
  };
}

/** The parts that say how often faces are confused or refused. */
function errorSections(given: SheetFacts, language: Language): SheetSection[] {
  const { published, here, notMeasured } = INSTALLATION_SHEET_TEXTS[language];
  const { report, modelId, zone } = given;
  const { count, measured, ofPublished } = createFigures(language);
  const inLine = (words: string): string => (directionOf(language) === 'rtl' ? isolate(words) : words);

  const share = (found: MeasuredShare | undefined, per: number): string => {
    if (!found || found.trials === 0) return here.noData;
    const [value = '', low = '', high = ''] = [found.hits / found.trials, found.low, found.high].map((each) =>
      measured(per * each),
    );
    return here.interval(value, low, high);
  };
  const choice = report.choices.find(({ ages }) => ages === report.ages);
  const refused = report.refusals.reduce((sum, { count: times }) => sum + times, 0);
  const tries = report.accepted.count + refused;
  const measuredOn = parseLocalDate(PUBLISHED_RATES.measuredOn);

  return [
    {
      heading: published.heading,
      blocks: [
        text(published.method),
        text(
          published.measured(
            measuredOn ? dayName(measuredOn, language) : '',
            inLine(PUBLISHED_RATES.modelId),
          ),
        ),
        ...(modelId === PUBLISHED_RATES.modelId ? [] : [text(published.otherModel(inLine(modelId ?? '?')))]),
        table(
          [published.group, published.people, published.falseMatches, published.misses],
          [26, 14, 30, 30],
          PUBLISHED_RATES.rows.map(({ group, people, falseMatches, misses }) => [
            published.groups[group],
            count(people),
            ofPublished(falseMatches, 100_000),
            misses ? ofPublished(misses, 100) : notMeasured,
          ]),
        ),
        text(published.limits),
      ],
    },
    {
      heading: here.heading,
      blocks: [
        text(here.window),
        facts([
          [here.surveyed, count(report.surveyed)],
          [here.wrongNames, share(choice?.wrongNames, 1000)],
          [here.falseClaims, share(choice?.falseClaims, 100_000)],
          [here.accepted, count(report.accepted.count)],
          [here.refused, count(refused)],
          [here.refusedShare, tries === 0 ? here.noData : measured((100 * refused) / tries)],
          [here.corrected, count(report.corrected)],
        ]),
        ...(report.missing.people > 0 ? [text(here.missing(count(report.missing.people)))] : []),
        ...(report.hasCohort ? [] : [text(here.fixed)]),
        text(here.refusedText),
        ...(report.trials.length === 0
          ? [text(here.noTrials)]
          : [
              text(here.trials),
              table(
                [here.attack, here.tries, here.passed, here.day],
                [40, 15, 15, 30],
                report.trials.map(({ attack, tries: times, passed, at }) => [
                  here.attacks[attack],
                  count(times),
                  count(passed),
                  dayName(zone.dateOf(at), language),
                ]),
              ),
            ]),
      ],
    },
  ];
}

function assessmentSections(
  given: SheetFacts,
  language: Language,
  limits: readonly string[],
): SheetSection[] {
  const texts = INSTALLATION_SHEET_TEXTS[language];
  const { assessment } = texts;
  const { count } = createFigures(language);
  const { report, faces } = given;
  const [days = '', years = '', auditYears = ''] = limits;
  const part = (name: string, blocks: readonly SheetBlock[]): SheetSection => ({
    heading: `${assessment.heading}: ${name}`,
    blocks,
  });
  const risks = [
    ...assessment.riskRows,
    [assessment.deception, assessment.deceptionMeasures(texts.settings.policies[faces.liveness])],
    [assessment.keeping, assessment.keepingMeasures(days, years, auditYears)],
  ];
  return [
    part(assessment.description, [
      text(assessment.facts(count(report.people), count(report.accepted.count))),
      blank(assessment.descriptionMore, 4),
    ]),
    part(assessment.necessity, [
      points(assessment.necessityPoints),
      blank(assessment.whyNotLess, 4),
      blank(assessment.views, 4),
    ]),
    part(assessment.risks, [
      table(
        [assessment.risk, assessment.measures, assessment.remaining],
        [27, 48, 25],
        risks.map((row) => [...row, '']),
      ),
    ]),
    part(assessment.opinion, [blank(assessment.opinionLines, 6)]),
    part(assessment.decision, [
      blank(assessment.decisionLines, 3),
      {
        kind: 'signatures',
        who: assessment.signers,
        placeAndDate: texts.placeAndDate,
        signature: texts.signature,
      },
    ]),
  ];
}

/** The document for a data protection officer or works council, from the settings and figures of now. */
export function installationSheet(given: SheetFacts, language: Language): TextSheet {
  const texts = INSTALLATION_SHEET_TEXTS[language];
  const { about, purpose, stored, access, alternatives, settings, retention, limits, rights } = texts;
  const { institution, zone, privacy, faces, evidence, modelId, report } = given;
  const words = reportTexts(language, institution.kind);
  const { count } = createFigures(language);
  const limit = (value: number | null): string => (value === null ? texts.noLimit : count(value));
  const [unusedDays, attendanceYears, auditYears] = [
    limit(privacy.templatesUnusedDays),
    limit(privacy.attendanceYears),
    limit(privacy.auditYears),
  ];
  const { rows } = stored;
  const faceUntil =
    privacy.templatesUnusedDays === null ? stored.faceUntil : stored.faceUntilUnused(unusedDays);
  const kept: readonly (readonly [{ readonly what: string; readonly why: string }, string])[] = [
    [rows.faces, faceUntil],
    [rows.key, faceUntil],
    [rows.checkIns, stored.asRetention],
    [rows.days, stored.asRetention],
    [rows.scans, rows.scans.until],
    [rows.sightings, rows.sightings.until],
    [rows.digests, rows.digests.until],
    [rows.imprints, rows.imprints.until],
    [rows.consents, rows.consents.until],
    [rows.audit, stored.asRetention],
  ];
  const sections: SheetSection[] = [
    { heading: about.heading, blocks: [text(about.made), text(about.toFillIn), text(about.noNames)] },
    {
      heading: purpose.heading,
      blocks: [
        text(purpose.product),
        blank(purpose.purpose, 3),
        blank(purpose.basis, 3),
        facts([
          [purpose.required, privacy.consentRequired ? texts.yes : texts.no],
          [purpose.version, privacy.consentVersion],
        ]),
        text(privacy.consentRequired ? purpose.isRequired : purpose.isNotRequired),
      ],
    },
    {
      heading: stored.heading,
      blocks: [
        table(
          [stored.what, stored.why, stored.until],
          [46, 26, 28],
          kept.map(([{ what, why }, until]) => [what, why, until]),
        ),
        text(stored.others),
      ],
    },
    { heading: stored.notHeading, blocks: [points(stored.not)] },
    {
      heading: access.heading,
      blocks: [
        table([access.who, access.what], [30, 70], access.rows),
        text(access.numbers),
        text(access.machine),
      ],
    },
    {
      heading: alternatives.heading,
      blocks: [points(alternatives.points), blank(alternatives.howHere, 4)],
    },
    {
      heading: settings.heading,
      blocks: [
        facts([
          [settings.model, modelId ?? texts.no],
          [settings.people, count(report.people)],
          [settings.liveness, settings.policies[faces.liveness]],
          [settings.ages, settings.bands[faces.ages]],
          [settings.networks, count(evidence.networks.length)],
          [settings.classes, count(evidence.classes.length)],
        ]),
        text(settings.demandsIntro),
        table(
          [settings.kind, settings.demand],
          [30, 70],
          REGISTRABLE_KINDS.map((kind) => [words.kinds[kind], settings.demands[evidence.demands[kind]]]),
        ),
      ],
    },
    {
      heading: retention.heading,
      blocks: [
        facts([
          [retention.faces, unusedDays],
          [retention.attendance, attendanceYears],
          [retention.audit, auditYears],
        ]),
        text(retention.text),
      ],
    },
    ...errorSections(given, language),
    { heading: limits.heading, blocks: [points(limits.points)] },
    { heading: rights.heading, blocks: [table([rights.right, rights.how], [28, 72], rights.rows)] },
    ...assessmentSections(given, language, [unusedDays, attendanceYears, auditYears]),
  ];
  const made = `${dayName(zone.dateOf(report.at), language)}, ${zone.timeOf(report.at)}`;
  return {
    institution: institution.name,
    language,
    title: texts.title,
    lines: [texts.audience, words.madeAt(made)],
    sections: sections.map((section, index) => ({
      ...section,
      heading: `${index + 1}. ${section.heading}`,
    })),
  };
}
