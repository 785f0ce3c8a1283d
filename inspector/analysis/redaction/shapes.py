"""The shapes of keys and tokens, as a table: one row each, with an example that the tests make and look for.

The shapes are facts that vendors publish so that scanners find leaked keys. gitleaks' rule file (MIT) and
detect-secrets' plugins (Apache-2.0) were weighed as a base: the first finds by Go patterns that need a keyword next
to a key and would be a file to translate, the second reads lines of files and hashes what it finds; neither decodes,
neither gives positions in a text. So the table is ours, with the same facts.

Person data beyond mail addresses and home folders (names, phone numbers, addresses) is out of scope.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from inspector.analysis.redaction.checks import has_random_run, is_mixed

W: Final = "[A-Za-z0-9_-]"
A: Final = "[A-Za-z0-9]"
H: Final = "[0-9a-fA-F]"


class Shape(NamedTuple):
    """How one vendor's keys look.

    Attributes:
        id: stable name.
        vendor: whose.
        pattern: of the whole key; no letter or digit may stand before it.
        hints: lower-case pieces of which a text must hold one.
        example: template of one: `{a24}` 24 letters and digits, `{h32}` hexadecimal, `{d9}` digits, `{u16}` capitals
            and digits.
        check: a last look at what was found.
    """

    id: str
    vendor: str
    pattern: str
    hints: tuple[str, ...]
    example: str
    check: Callable[[str], bool] = bool


SHAPES: Final[tuple[Shape, ...]] = (
    Shape("anthropic-key", "Anthropic", rf"sk-ant-{W}{{8,}}", ("sk-ant-",), "sk-ant-api03-{a90}"),
    Shape("openrouter-key", "OpenRouter", rf"sk-or-{W}{{8,}}", ("sk-or-",), "sk-or-v1-{h64}"),
    Shape("openai-key", "OpenAI", rf"sk-(?:proj|svcacct|admin)-{W}{{8,}}", ("sk-proj-", "sk-svcacct-", "sk-admin-"), "sk-proj-{a40}"),
    Shape("provider-sk-key", "OpenAI-compatible", rf"sk-{W}{{8,}}", ("sk-",), "sk-{a48}", has_random_run),
    Shape("azure-key", "Microsoft", r"(?:AccountKey|SharedAccessKey)=(?P<secret>[A-Za-z0-9+/]{20,}={0,2})", ("accountkey=", "sharedaccesskey="), "AccountKey={a86}=="),
    Shape("langfuse-key", "Langfuse", rf"(?:sk|pk)-lf-{H}{{8}}-[0-9a-f-]{{27}}", ("-lf-",), "pk-lf-{h8}-{h4}-{h4}-{h4}-{h12}"),
    Shape("google-key", "Google", rf"AIza{W}{{20,}}", ("aiza",), "AIza{a35}"),
    Shape("google-token", "Google", rf"ya29\.{W}{{20,}}", ("ya29.",), "ya29.{a60}"),
    Shape("google-secret", "Google", rf"GOCSPX-{W}{{20,}}", ("gocspx-",), "GOCSPX-{a28}"),
    Shape("google-refresh", "Google", rf"1//0{W}{{30,}}", ("1//0",), "1//0{a60}"),
    Shape("github-token", "GitHub", rf"(?:gh[pousr]_{A}{{16,}}|github_pat_\w{{20,}})", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), "ghp_{a36}"),
    Shape("gitlab-token", "GitLab", rf"gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas|rtr)-{W}{{16,}}", ("glpat-", "gldt-", "glrt", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-"), "glpat-{a20}"),
    Shape("slack-token", "Slack", rf"xox[abeoprs](?:\.xox[a-z])?-{W}{{10,}}", ("xox",), "xoxb-{d12}-{d12}-{a24}"),
    Shape("slack-app-token", "Slack", rf"xapp-\d-{A}+-\d+-{A}{{16,}}", ("xapp-",), "xapp-1-{u11}-{d13}-{h64}"),
    Shape("slack-webhook", "Slack", r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9/+_-]{20,})", ("hooks.slack.com",), "hooks.slack.com/services/T{u10}/B{u10}/{a24}"),
    Shape("discord-webhook", "Discord", rf"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{{15,21}}/{W}{{40,}}", ("webhooks/",), "discord.com/api/webhooks/{d18}/{a68}"),
    Shape("discord-token", "Discord", rf"[MNO]{W}{{22,27}}\.{W}{{6}}\.{W}{{27,40}}", (".",), "M{a25}.{a6}.{a38}", is_mixed),
    Shape("teams-webhook", "Microsoft", r"[a-z0-9-]+\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{40,}", ("webhook.office.com",), "corp.webhook.office.com/webhookb2/{h36}@{h36}/IncomingWebhook/{h32}/{h36}"),
    Shape("aws-key", "Amazon", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])", ("akia", "asia", "abia", "acca"), "AKIA{u16}"),
    Shape("aws-bedrock-key", "Amazon", r"ABSK[A-Za-z0-9+/]{60,}={0,2}", ("absk",), "ABSK{a120}"),
    Shape("azure-secret", "Microsoft", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}", ("q~",), "{a3}8Q~{a34}"),
    Shape("alibaba-key", "Alibaba", rf"LTAI{A}{{12,20}}(?!{A})", ("ltai",), "LTAI5t{a18}"),
    Shape("tencent-key", "Tencent", rf"AKID{A}{{32}}(?!{A})", ("akid",), "AKID{a32}"),
    Shape("baidu-key", "Baidu", rf"bce-v3/ALTAK-{A}{{10,}}/{H}{{20,}}", ("bce-v3/",), "bce-v3/ALTAK-{a21}/{h40}"),
    Shape("zhipu-key", "Zhipu", rf"{H}{{32}}\.{A}{{16}}(?!{A})", (".",), "{h32}.{a16}", is_mixed),
    Shape("huggingface-token", "Hugging Face", rf"(?:hf|api_org)_{A}{{20,}}", ("hf_", "api_org_"), "hf_{a34}"),
    Shape("groq-key", "Groq", rf"gsk_{A}{{20,}}", ("gsk_",), "gsk_{a52}", has_random_run),
    Shape("xai-key", "xAI", rf"xai-{A}{{20,}}", ("xai-",), "xai-{a80}"),
    Shape("perplexity-key", "Perplexity", rf"pplx-{A}{{20,}}", ("pplx-",), "pplx-{a48}"),
    Shape("tavily-key", "Tavily", rf"tvly-{W}{{16,}}", ("tvly-",), "tvly-dev-{a32}", has_random_run),
    Shape("replicate-key", "Replicate", rf"r8_{A}{{20,}}", ("r8_",), "r8_{a37}"),
    Shape("nvidia-key", "NVIDIA", rf"nvapi-{W}{{20,}}", ("nvapi-",), "nvapi-{a64}"),
    Shape("fireworks-key", "Fireworks", rf"fw_{A}{{20,}}", ("fw_",), "fw_{a24}", has_random_run),
    Shape("together-key", "Together", rf"tgp_v1_{W}{{30,}}", ("tgp_v1_",), "tgp_v1_{a43}"),
    Shape("cerebras-key", "Cerebras", rf"csk-{A}{{30,}}", ("csk-",), "csk-{a48}"),
    Shape("jina-key", "Jina", rf"jina_{W}{{30,}}", ("jina_",), "jina_{h32}{a32}", has_random_run),
    Shape("firecrawl-key", "Firecrawl", rf"fc-{H}{{32}}", ("fc-",), "fc-{h32}"),
    Shape("e2b-key", "E2B", rf"e2b_{H}{{30,}}", ("e2b_",), "e2b_{h40}"),
    Shape("langsmith-key", "LangChain", rf"lsv2_(?:pt|sk)_{H}{{32}}_{H}{{10}}", ("lsv2_",), "lsv2_pt_{h32}_{h10}"),
    Shape("pinecone-key", "Pinecone", rf"pcsk_{W}{{40,}}", ("pcsk_",), "pcsk_{a70}"),
    Shape("dify-key", "Dify", rf"(?:app|dataset)-{A}{{24}}(?!{A})", ("app-", "dataset-"), "app-{a24}", is_mixed),
    Shape("stripe-key", "Stripe", rf"(?:sk|rk|pk)_(?:live|test)_{A}{{10,}}", ("_live_", "_test_"), "sk_live_{a24}", has_random_run),
    Shape("stripe-webhook-secret", "Stripe", r"whsec_[A-Za-z0-9+/=]{24,}", ("whsec_",), "whsec_{a32}"),
    Shape("sendgrid-key", "SendGrid", rf"SG\.{W}{{16,32}}\.{W}{{16,64}}", ("sg.",), "SG.{a22}.{a43}"),
    Shape("twilio-key", "Twilio", rf"(?:SK|AC)[0-9a-f]{{32}}(?!{A})", ("sk", "ac"), "SK{h32}"),
    Shape("telegram-token", "Telegram", rf"\d{{8,10}}:AA{W}{{32,35}}", (":aa",), "{d10}:AA{a33}"),
    Shape("shopify-token", "Shopify", rf"shp(?:at|ca|pa|ss|tka)_{H}{{32}}", ("shpat_", "shpca_", "shppa_", "shpss_", "shptka_"), "shpat_{h32}"),
    Shape("linear-key", "Linear", rf"lin_(?:api|oauth)_{A}{{32,}}", ("lin_api_", "lin_oauth_"), "lin_api_{a40}"),
    Shape("notion-token", "Notion", rf"(?:secret_{A}{{43}}|ntn_{A}{{40,}})", ("secret_", "ntn_"), "ntn_{a46}"),
    Shape("figma-token", "Figma", rf"fig[do]_{W}{{20,}}", ("figd_", "figo_"), "figd_{a40}"),
    Shape("databricks-token", "Databricks", rf"dapi{H}{{32}}(?:-\d)?", ("dapi",), "dapi{h32}"),
    Shape("vault-token", "HashiCorp Vault", rf"hv[sbr]\.{W}{{20,}}", ("hvs.", "hvb.", "hvr."), "hvs.{a90}"),
    Shape("terraform-token", "HashiCorp Terraform", rf"{A}{{14}}\.atlasv1\.{W}{{60,}}", (".atlasv1.",), "{a14}.atlasv1.{a67}"),
    Shape("supabase-key", "Supabase", rf"(?:sbp_{H}{{40}}|sb_(?:secret|publishable)_{W}{{20,}})", ("sbp_", "sb_secret_", "sb_publishable_"), "sbp_{h40}"),
    Shape("digitalocean-key", "DigitalOcean", rf"do[or]_v1_{H}{{40,}}|dop_v1_{H}{{20,}}", ("dop_v1_", "doo_v1_", "dor_v1_"), "dop_v1_{h64}"),
    Shape("npm-key", "npm", rf"npm_{A}{{30,}}", ("npm_",), "npm_{a36}"),
    Shape("pypi-key", "PyPI", rf"pypi-AgE{W}{{40,}}", ("pypi-",), "pypi-AgEIcHlwaS5vcmc{a80}"),
    Shape("rubygems-key", "RubyGems", rf"rubygems_{H}{{48}}", ("rubygems_",), "rubygems_{h48}"),
    Shape("docker-token", "Docker", rf"dckr_(?:pat|oat)_{W}{{20,}}", ("dckr_",), "dckr_pat_{a27}"),
    Shape("heroku-key", "Heroku", rf"HRKU-{W}{{30,}}", ("hrku-",), "HRKU-AA{a58}"),
    Shape("mailgun-key", "Mailgun", rf"key-{H}{{32}}(?!{A})", ("key-",), "key-{h32}"),
    Shape("mailchimp-key", "Mailchimp", rf"{H}{{32}}-us\d{{1,2}}(?!{A})", ("-us",), "{h32}-us12"),
    Shape("brevo-key", "Brevo", rf"xkeysib-{H}{{64}}-{A}{{16}}", ("xkeysib-",), "xkeysib-{h64}-{a16}"),
    Shape("mapbox-token", "Mapbox", rf"[pst]k\.eyJ{W}{{20,}}\.{W}{{20,}}", ("k.eyj",), "sk.eyJ{a80}.{a22}"),
    Shape("square-token", "Square", rf"(?:sq0(?:atp|csp|idp)-{W}{{22,}}|EAAA{W}{{60,}})", ("sq0", "eaaa"), "sq0csp-{a43}"),
    Shape("facebook-token", "Meta", rf"EAA[A-Z]{A}{{80,}}", ("eaa",), "EAAC{a120}", is_mixed),
    Shape("braintree-token", "PayPal", rf"access_token\$(?:production|sandbox)\$[0-9a-z]{{16}}\${H}{{32}}", ("access_token$",), "access_token$production${h16}${h32}"),
    Shape("dropbox-token", "Dropbox", rf"sl\.{W}{{100,}}", ("sl.",), "sl.{a140}"),
    Shape("atlassian-token", "Atlassian", r"AT(?:ATT|CTT|BB)3xFf[A-Za-z0-9_=-]{50,}", ("3xff",), "ATATT3xFf{a180}"),
    Shape("airtable-token", "Airtable", rf"pat{A}{{14}}\.{H}{{64}}", ("pat",), "pat{a14}.{h64}"),
    Shape("grafana-token", "Grafana", rf"(?:glsa_{A}{{32}}_{H}{{8}}|glc_[A-Za-z0-9+/]{{32,}}={{0,2}})", ("glsa_", "glc_"), "glsa_{a32}_{h8}"),
    Shape("newrelic-key", "New Relic", rf"NR(?:AK|II|AA|RA)-{A}{{27,}}", ("nrak-", "nrii-", "nraa-", "nrra-"), "NRAK-{u27}"),
    Shape("sentry-token", "Sentry", r"sntr(?:ys_eyJ[A-Za-z0-9+/=_-]{40,}|yu_[0-9a-f]{64})", ("sntrys_", "sntryu_"), "sntryu_{h64}"),
    Shape("pulumi-token", "Pulumi", rf"pul-{H}{{40}}", ("pul-",), "pul-{h40}"),
    Shape("doppler-token", "Doppler", rf"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{{1,30}}\.)?{A}{{40,}}", ("dp.",), "dp.pt.{a43}"),
    Shape("planetscale-token", "PlanetScale", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}", ("pscale_",), "pscale_tkn_{a43}"),
    Shape("netlify-token", "Netlify", rf"nfp_{A}{{30,}}", ("nfp_",), "nfp_{a36}"),
    Shape("fly-token", "Fly.io", r"fm2_[A-Za-z0-9+/=_-]{60,}", ("fm2_",), "fm2_{a120}"),
    Shape("cloudflare-key", "Cloudflare", rf"v1\.0-{H}{{24}}-{H}{{100,}}", ("v1.0-",), "v1.0-{h24}-{h146}"),
    Shape("postman-key", "Postman", rf"PMAK-{H}{{24}}-{H}{{34}}", ("pmak-",), "PMAK-{h24}-{h34}"),
    Shape("sonar-token", "SonarQube", rf"sq[pua]_{H}{{40}}", ("sqp_", "squ_", "sqa_"), "squ_{h40}"),
    Shape("circleci-token", "CircleCI", rf"CCIP(?:AT|RJ)_{A}{{20,}}_{H}{{40}}", ("ccipat_", "ccipprj_", "cciprj_"), "CCIPAT_{a22}_{h40}"),
    Shape("buildkite-token", "Buildkite", rf"bk(?:ua|aat)_{H}{{40}}", ("bkua_", "bkaat_"), "bkua_{h40}"),
    Shape("contentful-token", "Contentful", rf"CFPAT-{W}{{43}}", ("cfpat-",), "CFPAT-{a43}"),
    Shape("age-key", "age", r"AGE-SECRET-KEY-1[0-9A-Z]{58}", ("age-secret-key-",), "AGE-SECRET-KEY-1{u58}"),
    Shape("onepassword-token", "1Password", r"ops_eyJ[A-Za-z0-9+/=_-]{40,}", ("ops_eyj",), "ops_eyJ{a120}"),
    Shape("asana-token", "Asana", rf"\d/\d{{15,17}}(?:/\d{{15,17}})?:{H}{{32}}", ("/",), "1/{d16}:{h32}"),
    Shape("hubspot-token", "HubSpot", rf"pat-(?:na|eu)\d-{H}{{8}}-[0-9a-f-]{{27}}", ("pat-",), "pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}"),
    Shape("typeform-token", "Typeform", rf"tfp_{W}{{40,}}", ("tfp_",), "tfp_{a44}"),
)  # fmt: skip
"""Every shape; where two claim the same characters, the one named first wins."""
