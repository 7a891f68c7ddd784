"""Write a wiki of rough reading notes in Korean, Chinese or Japanese, and what is in it.

Usage: ``python benchmarks/notes_wiki.py OUT_DIR [--language zh|ko|ja] [--seed N] [--pages N]``

The notes look like a vault of linked notes that a script has turned into directives:
front matter, ``[[key|text]]`` replaced by roles wherever it stood, options made from the
front matter. Beside the pages stands ``mentions.json``: every mention with page, line,
target, and the page that defines the target (null for a wanted key). The same seed gives
the same bytes. ``check_mentions.py`` compares this file with the built pages.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from myst_text import list_value, one_line, option_block, toctree

LANGUAGES = {"zh": "zh_CN", "ko": "ko", "ja": "ja"}

CONF = '''"""Rough reading notes, written by notes_wiki.py."""

project = "notes"
language = {language!r}
extensions = ["myst_parser", "sphinxcontrib_paperwiki"]
myst_enable_extensions = ["colon_fence"{more}]
html_theme = "basic"
html_copy_source = False
suppress_warnings = ["myst.header"]
'''

#: Words and sentences of each language. ``@`` stands for a link; terms are separated by spaces.
TEXTS: dict[str, dict[str, list[str]]] = {
    "zh": {
        "terms": [
            "张量并行 流水线并行 数据并行 专家混合 注意力机制 键值缓存 检查点 梯度压缩 静默错误",
            "自动微分 算子融合 图编译 显存管理 连续批处理 推测解码 参数服务器 集合通信 调度器 内存分页",
            "量化感知训练 稀疏化 提示缓存 预填充 容错训练 一致性协议 日志结构存储 拥塞控制 负载均衡",
            "冷启动 服务网格 硬件事务内存 近似计算",
        ],
        "sentences": [
            "@是这条线的起点。",
            "作者认为@与@解决的是同一个问题，但@只处理了前半部分。",
            "相比@，本文把@放到运行时；实验里@并没有变慢（见表 3）。",
            "我不确定@是否成立，需要再看@。",
            "与@不同，这里不需要修改框架。评测只覆盖@，这一点要注意！",
            "这正是@所说的“隐含假设”：负载稳定，@也随之稳定。",
            "关键在于**@**，而不是*@*。",
            "延迟下降 37%，吞吐提高 2.1 倍，主要来自@的改动，参见@等工作。",
            "为什么@没有提到@？可能是篇幅原因。",
            "先读@再读@会更容易。",
        ],
        "glosses": [
            "把检查放进训练循环",
            "前提是负载稳定",
            "评测只有一张卡",
            "思路相同，边界不同",
            "后来被推翻",
            "值得重读",
        ],
        "heads": ["是什么", "核心思想", "方法", "实验", "局限", "相关工作", "我的疑问", "后续"],
        "table": ["论文", "结论", "边界"],
        "labels": ["观察", "假设", "边界", "可能失效场景", "证据"],
        "quote": ["作者原话：@把两件事混在了一起。"],
        "title_link": ["从@说起", "@与本文的差别"],
        "link_tail": ["的", "里", "是", "与", "，", "。", "、", "：", "中的"],
    },
    "ko": {
        "terms": [
            "텐서병렬화 파이프라인-병렬화 데이터-병렬화 전문가혼합 어텐션 키값캐시 체크포인트",
            "기울기압축 조용한오류 자동미분 연산자융합 그래프컴파일 메모리관리 연속배칭 추측디코딩",
            "파라미터서버 집합통신 스케줄러 페이지드메모리 양자화 희소화 프롬프트캐시 프리필 결함허용",
            "합의프로토콜 로그구조저장소 혼잡제어 부하분산 콜드스타트 서비스메시 트랜잭션메모리",
            "근사계산",
        ],
        "sentences": [
            "@은 이 흐름의 출발점이다.",
            "저자들은 @와 @가 같은 문제를 푼다고 보지만, @는 앞부분만 다룬다.",
            "@에 비해 이 논문은 @를 실행 시점으로 옮겼다. 실험에서 @는 느려지지 않았다 (표 3).",
            "@가 정말 성립하는지 모르겠다. @를 다시 봐야 한다.",
            "@와 달리 프레임워크를 고칠 필요가 없다! 다만 평가는 @에 한정된다.",
            "이것이 바로 @에서 말한 '숨은 가정'이며, @도 마찬가지다.",
            "핵심은 **@**이지 *@*가 아니다.",
            "지연 37% 감소, 처리량 2.1배. 대부분 @의 변경에서 왔고 @ 등을 참고.",
            "왜 @는 @를 언급하지 않았을까?",
            "먼저 @를 읽고 @를 읽으면 쉽다.",
        ],
        "glosses": [
            "학습 루프 안에서 검사",
            "부하가 안정적이라는 전제",
            "GPU 한 장에서만 평가",
            "생각은 같고 경계가 다름",
            "나중에 반박됨",
            "다시 읽을 것",
        ],
        "heads": ["무엇인가", "핵심 아이디어", "방법", "실험", "한계", "관련 연구", "질문", "후속"],
        "table": ["논문", "주장", "범위"],
        "labels": ["Observation", "Assumption", "Boundary", "Fails when", "Evidence"],
        "quote": ["저자의 말: @는 두 가지를 섞었다."],
        "title_link": ["@에서 시작하기", "@와 다른 점"],
        "link_tail": ["은", "의", "에서", "와", ", ", ". ", "·", ": ", "까지"],
    },
    "ja": {
        "terms": [
            "テンソル並列 パイプライン並列 データ並列 専門家混合 アテンション機構 キー値キャッシュ",
            "チェックポイント 勾配圧縮 静かな誤り 自動微分 演算子融合 グラフコンパイル メモリ管理",
            "連続バッチ 投機的デコード パラメータサーバ 集団通信 スケジューラ ページドメモリ 量子化",
            "疎化 プロンプトキャッシュ プリフィル 耐障害学習 合意プロトコル ログ構造ストレージ 輻輳制御",
            "負荷分散 コールドスタート サービスメッシュ トランザクショナルメモリ 近似計算",
        ],
        "sentences": [
            "@がこの流れの出発点である。",
            "著者は@と@が同じ問題を解くと言うが、@は前半しか扱わない。",
            "@に比べ、本論文は@を実行時に移した。実験では@は遅くならない（表 3）。",
            "@が本当に成り立つかは不明。@を読み直すこと。",
            "@と違い、フレームワークの変更は不要！ ただし評価は@に限られる。",
            "これは@のいう「隠れた前提」であり、@も同じ。",
            "要点は**@**であって*@*ではない。",
            "遅延は 37% 減、スループットは 2.1 倍。主に@の変更による（@など）。",
            "なぜ@は@に触れないのか？",
            "@を先に読み、@は後でよい。",
        ],
        "glosses": [
            "学習ループの中で検査する",
            "負荷が安定という前提",
            "GPU 一枚での評価のみ",
            "発想は同じ、境界が違う",
            "後に否定された",
            "再読すること",
        ],
        "heads": ["概要", "核となる考え", "手法", "実験", "限界", "関連研究", "疑問", "その後"],
        "table": ["論文", "主張", "範囲"],
        "labels": ["Observation", "Assumption", "Boundary", "Fails when", "Evidence"],
        "quote": ["著者いわく、@は二つのことを混同している。"],
        "title_link": ["@から始める", "@との違い"],
        "link_tail": ["は", "の", "で", "と", "、", "。", "・", "：", "における"],
    },
}


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


SYSTEMS = _split(
    "Orca vLLM Ray Alpa ZeRO Triton Flash Sparse Mega Tiny Deep Fast Safe Smart Light Cloud Edge Pipe Ring Tree Log "
    "Page Cache Lock Graph Stream Batch Token Guard Trace Check Fuse Shard Bolt Nimble Hydra Atlas Falcon Cobra Lynx"
)
SUFFIXES = _split("Serve Train Store DB FS Net OS Sched Check Run Flow Kit Bench X 2 ++ -lite")
VENUES = _split("OSDI SOSP NSDI ATC MLSys ASPLOS EuroSys FAST SC ICLR NeurIPS VLDB SIGCOMM arXiv")
#: Names that make keys awkward: signs, capitals, spaces, brackets, other widths.
ODD = [
    "C++",
    "C#",
    "Node.js",
    "AT&T Labs",
    "Big-O",
    "P/D 分离",
    "MoE (Mixture of Experts)",
    "ＧＰＵ",
    "x86_64",
    "40%规则",
    "a.k.a. RDMA",
]
DASHES = [" — ", " – ", " -- ", " - ", "——", " —— ", "：", ": ", " → ", " "]
OPTION_DASHES = [" — ", " – ", " -- ", " - ", "——"]
LINK = re.compile(r"\[\[(?P<key>[^\]|\\]+?)(?:\\?\|(?P<text>[^\]]+))?\]\]")


@dataclass
class Page:
    """A page of the vault."""

    type: str
    key: str
    docname: str
    aliases: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


class Vault:
    """A vault of notes, made from a seed."""

    def __init__(self, language: str, seed: int, pages: int) -> None:
        self.random = random.Random(f"{language}-{seed}")
        self.texts = {**TEXTS[language], "terms": " ".join(TEXTS[language]["terms"]).split()}
        self.language = language
        self.pages: list[Page] = []
        self.by_name: dict[str, Page] = {}
        self.mentions: list[dict[str, object]] = []
        self._make_pages(pages)
        self.wanted = [f"{self.random.choice(SYSTEMS)}{n}-{self._venue()}" for n in range(12)]
        self.wanted += [f"{term}论" for term in self.texts["terms"][:12]]
        weights = [1.0 / (rank + 6) for rank in range(len(self.pages))]
        shuffled = list(self.pages)
        self.random.shuffle(shuffled)
        self.targets, self.weights = shuffled, weights
        self.hub = shuffled[0]

    def _venue(self) -> str:
        return f"{self.random.choice(VENUES)}{self.random.randint(17, 26)}"

    def _make_pages(self, number: int) -> None:
        counts = {"entity": number // 10, "concept": number // 4, "theme": 8, "conference": len(VENUES)}
        counts["paper"] = number - sum(counts.values())
        makers: dict[str, Callable[[int], str]] = {
            "paper": self._paper_key,
            "concept": self._concept_key,
            "entity": self._entity_key,
            "conference": lambda n: VENUES[n],
            "theme": lambda n: f"{self.texts['terms'][n]} {self.texts['terms'][n + 1]}",
        }
        folders = {"conference": "conf", "entity": "entities"}
        for kind, count in counts.items():
            for n in range(count):
                key = makers[kind](n)
                while folded(key) in self.by_name:
                    key = makers[kind](n) + str(self.random.randint(2, 99))
                page = Page(kind, key, f"{folders.get(kind, kind + 's')}/{file_name(key)}-{len(self.pages)}")
                if self.random.random() < 0.3 and kind in ("concept", "entity"):
                    alias = f"{key}{self.random.choice(['法', ' System', ' 2.0', '系'])}"
                    if folded(alias) not in self.by_name:
                        page.aliases.append(alias)
                        self.by_name[folded(alias)] = page
                self.pages.append(page)
                self.by_name[folded(key)] = page

    def _paper_key(self, n: int) -> str:
        return f"{self.random.choice(SYSTEMS)}{self.random.choice(SUFFIXES)}-{self._venue()}"

    def _concept_key(self, n: int) -> str:
        terms = self.texts["terms"]
        if n < len(terms):
            return terms[n]
        one, two = self.random.choice(terms), self.random.choice(SYSTEMS)
        forms = [f"{two}-{one}", f"{one} {two}", f"{one}({two})", f"{one}（{two}）", f"{two}{one}", f"{one}·{two}"]
        return self.random.choice(forms)

    def _entity_key(self, n: int) -> str:
        if n < len(ODD):
            return ODD[n]
        name = f"{self.random.choice(SYSTEMS)}{self.random.choice(SUFFIXES)}"
        return name + self.random.choice(["", " Labs", "-HPC", ".ai"])

    # ---- links

    def link(self, page: Page, *, table: bool = False) -> str:
        """Return a link as a vault writes it."""
        chance = self.random.random()
        if chance < 0.04:
            key = self.random.choice(self.wanted)
        elif chance < 0.07:
            key = page.key
        else:
            target = self.random.choices(self.targets, self.weights)[0]
            key = target.key
            if target.aliases and self.random.random() < 0.3:
                key = target.aliases[0]
            elif self.random.random() < 0.12:
                key = self.random.choice([key.lower(), key.upper(), key.replace("-", " "), key.replace(" ", "-")])
                if folded(key) != folded(target.key):  # upper() of some letters is no mere change of case
                    key = target.key
        if self.random.random() < 0.2:
            texts = [*self.texts["terms"], key.split("-")[0], "see *here*", "这篇 (2024)", "A & B", "x/y", "100%"]
            text = self.random.choice(texts)
            return f"[[{key}\\|{text}]]" if table else f"[[{key}|{text}]]"
        return f"[[{key}]]"

    def fill(self, page: Page, template: str) -> str:
        """Return *template* with links in it."""
        while "@" in template:
            template = template.replace("@", self.link(page), 1)
        return template

    def sentence(self, page: Page) -> str:
        """Return a sentence with links."""
        return self.fill(page, self.random.choice(self.texts["sentences"]))

    def gloss(self) -> str:
        """Return a dash with words."""
        return self.random.choice(DASHES) + self.random.choice(self.texts["glosses"])

    # ---- blocks

    def paragraph(self, page: Page) -> list[str]:
        """Some sentences, sometimes with a soft line break."""
        glue = self.random.choice(["", " ", "\n"])
        text = glue.join(self.sentence(page) for _ in range(self.random.randint(1, 4)))
        if self.random.random() < 0.2:
            text += "".join(self.link(page) + self.random.choice(self.texts["link_tail"]) for _ in range(3))
        return text.split("\n")

    def items(self, page: Page) -> list[str]:
        """A list of links with glosses, partly nested."""
        lines = []
        for _ in range(self.random.randint(2, 6)):
            run = self.random.choice(["", "**", "*"])
            bullet = self.random.choice(["-", "-", "-", "*"]) if not lines else lines[0][0]
            lines.append(f"{bullet} {run}{self.link(page)}{run}{self.gloss()}")
            if self.random.random() < 0.3:
                lines.append(f"  {bullet} {self.link(page)}、{self.link(page)}{self.gloss()}")
                if self.random.random() < 0.5:
                    lines.append(f"    {bullet} {self.sentence(page)}")
        return lines

    def numbered(self, page: Page) -> list[str]:
        """A numbered list."""
        return [f"{n}. {self.sentence(page)}" for n in range(1, self.random.randint(3, 5))]

    def history(self, page: Page) -> list[str]:
        """Lines of a timeline, as people write them."""
        lines = []
        for _ in range(self.random.randint(2, 5)):
            year, venue = self.random.randint(2015, 2026), self.random.choice(VENUES)
            one, two, words = self.link(page), self.link(page), self.random.choice(self.texts["glosses"])
            forms = [
                f"{year} {venue}: {one} - {words}",
                f"**{year}·{venue}**：{one}, {two} — {words}",
                f"{year}: {one}",
                f"{year}年：{one}——{words}",
                f"**{year}** {one} {two}",
            ]
            lines.append(f"- {self.random.choice(forms)}")
        if self.random.random() < 0.5:
            return [":::{timeline}", *lines, ":::"]
        return lines

    def table(self, page: Page) -> list[str]:
        """A table with links in its cells."""
        rows = []
        for _ in range(self.random.randint(2, 4)):
            first, second, third = (self.link(page, table=True) for _ in range(3))
            last = self.random.choice(["H100", f"**{third}**", "-"])
            rows.append(f"| {first} | {self.random.choice(self.texts['glosses'])}，{second} | {last} |")
        return [f"| {' | '.join(self.texts['table'])} |", "| --- | --- | --- |", *rows]

    def quote(self, page: Page) -> list[str]:
        """A quotation, or a call-out as vaults have them."""
        lines = [self.fill(page, self.texts["quote"][0]), self.sentence(page)]
        if self.random.random() < 0.4:
            lines.insert(0, "[!note] TODO")
        return [f"> {line}" for line in lines]

    def heading(self, page: Page) -> list[str]:
        """A heading, sometimes with a link."""
        if self.random.random() < 0.15:
            return [f"### {self.fill(page, self.random.choice(self.texts['title_link']))}", "", *self.paragraph(page)]
        return [f"### {self.random.choice(self.texts['heads'])}", "", *self.paragraph(page)]

    def observations(self, page: Page) -> list[str]:
        """Claims in the list form, or as one observation."""
        observation, assumption, boundary, fails, evidence = self.texts["labels"]
        if self.random.random() < 0.4:
            return [
                ":::{observation} " + f"{observation} {self.random.randint(1, 10**6)}",
                f":evidence: {self._keys(page, 2)}",
                self.sentence(page),
                ":::",
            ]
        lines = [":::{observations}"]
        for n in range(1, self.random.randint(2, 4)):
            title = self.random.choice(self.texts["glosses"])
            lines.append(f"- {observation} {n}：**{title}。** {self.sentence(page)}")
            lines.append(f"  - {evidence}：{self.link(page)} (§{self.random.randint(2, 8)})")
            lines.append(f"  - {boundary}：{self.random.choice(['8 × H100', 'bf16'])}, {self.link(page)}")
            if self.random.random() < 0.5:
                lines.append(f"  - {fails}：{self.sentence(page)}")
        lines.append(f"- {assumption}：{self.sentence(page)}")
        return [*lines, ":::"]

    def code(self, page: Page) -> list[str]:
        """A block of code, in which nothing is a link."""
        return ["```python", "x = [[1, 2], [3, 4]]  # {paper}", "```"]

    def _keys(self, page: Page, number: int) -> str:
        """Return links as the value of an option."""
        return list_value(dict.fromkeys(self.link(page).split("|")[0].strip("[]") for _ in range(number)))

    def _related(self, kinds: tuple[str, ...], number: int) -> str:
        chosen = self.random.choices(self.targets, self.weights, k=number * 6)
        keys = list(dict.fromkeys(page.key for page in chosen if page.type in kinds))[:number]
        glosses = self.texts["glosses"]
        for position, key in enumerate(keys):
            if self.random.random() < 0.3:
                keys[position] = f"{key}{self.random.choice(OPTION_DASHES)}{self.random.choice(glosses)}"
        return list_value(keys)

    # ---- pages

    def body(self, page: Page) -> list[str]:
        """Return the body of a page in the vault's own syntax."""
        blocks = [self.paragraph, self.paragraph, self.items, self.items, self.table, self.quote, self.heading]
        blocks += [self.history, self.observations, self.numbered, self.code]
        lines: list[str] = []
        for number in range(self.random.randint(3, 7)):
            if number and self.random.random() < 0.4:
                lines += [f"## {self.texts['heads'][number % len(self.texts['heads'])]}", ""]
            lines += [*self.random.choice(blocks)(page), ""]
        return lines

    def front(self, page: Page) -> tuple[list[str], list[tuple[str, str]]]:
        """Return the front matter and the options that a script makes of it."""
        matter = ["---", f"type: {page.type}", f"last_reviewed: 2026-0{self.random.randint(1, 9)}-11"]
        options: list[tuple[str, str]] = [("aliases", list_value(page.aliases))]
        if page.type == "paper":
            year = 2000 + int(page.key[-2:]) if page.key[-2:].isdigit() else 2020
            venue = next((venue for venue in VENUES if f"-{venue}" in page.key), "arXiv")
            one, two = self.random.choice(self.texts["terms"]), self.random.choice(self.texts["terms"])
            title = f'{page.key.split("-")[0]}: {one} "{two}" #{year}'
            matter += [f"full_title: '{title}'", "authors: [Kim J., 王伟, 佐藤 健, et al.]", f"tags: [{venue}]"]
            options += [
                ("title", title),
                ("authors", "Kim J.; 王伟; 佐藤 健; et al."),
                ("venue", venue),
                ("date", f"{year}-{self.random.randint(1, 12):02}" if self.random.random() < 0.5 else str(year)),
                ("concepts", self._related(("concept", "entity"), 3)),
                ("cites", self._related(("paper",), 2)),
                ("evidence-level", self.random.choice(["full-text", "abstract", "metadata-only"])),
            ]
        else:
            kinds = ["tool", "system", "org", "benchmark"] if page.type == "entity" else [page.type]
            options += [
                ("kind", self.random.choice(kinds)),
                ("parent", self._related(("concept", "theme"), 1)),
                ("related", self._related(("concept", "entity"), 2)),
                ("introduced", self._related(("paper",), 1) if self.random.random() < 0.3 else ""),
            ]
        options = [(name, value) for name, value in options if value]
        return [*matter, "---", ""], options

    def write(self, out: Path) -> None:
        """Write pages, configuration and the list of mentions."""
        shutil.rmtree(out, ignore_errors=True)
        for page in self.pages:
            matter, options = self.front(page)
            directive = "paper" if page.type == "paper" else "concept"
            lines = matter if self.random.random() < 0.6 else []
            if self.random.random() < 0.03:
                lines = [*lines, f"# {self.fill(page, self.random.choice(self.texts['title_link']))}", ""]
            else:
                lines = [*lines, f"# {page.key.replace('*', '')}", ""]
            lines += [f"::::{{{directive}}} {page.key}", *option_block(options), self.sentence(page), "::::", ""]
            lines += self.body(page)
            page.lines = self.convert(page, lines)
            self._note_options(page, options)
            path = out / f"{page.docname}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(page.lines).rstrip("\n") + "\n", encoding="utf-8")
        for folder in sorted({page.docname.split("/")[0] for page in self.pages}):
            names = [page.docname.split("/")[1] for page in self.pages if page.docname.startswith(folder + "/")]
            chunks = [names[start : start + 300] for start in range(0, len(names), 300)]
            text = [f"# {folder}", "", *(line for chunk in chunks for line in toctree(chunk))]
            (out / folder / "index.md").write_text("\n".join(text), encoding="utf-8")
        folders = sorted({page.docname.split("/")[0] for page in self.pages})
        text = ["# notes", "", *toctree([f"{folder}/index" for folder in folders])]
        (out / "index.md").write_text("\n".join(text), encoding="utf-8")
        more = ', "dollarmath"' if self.language == "zh" else ""
        (out / "conf.py").write_text(CONF.format(language=LANGUAGES[self.language], more=more), encoding="utf-8")
        (out / "mentions.json").write_text(json.dumps(self.mentions, ensure_ascii=False, indent=0), encoding="utf-8")

    def convert(self, page: Page, lines: list[str]) -> list[str]:
        """Replace the vault's links by roles and note each of them."""
        converted: list[str] = []
        in_code = False
        for number, line in enumerate(lines, 1):
            if line.startswith("```"):
                in_code = not in_code
            if line.startswith(":evidence:"):
                for key in line.removeprefix(":evidence:").split(";"):
                    self.note(page, key.strip(), number, "option")
            elif not in_code:
                how = "field" if line.startswith(f"  - {self.texts['labels'][4]}") else "role"
                line = LINK.sub(functools.partial(self._role, page, number, how), line)
            converted.append(line)
        return converted

    def _role(self, page: Page, number: int, how: str, match: re.Match[str]) -> str:
        key, text = match["key"], match["text"]
        self.note(page, key, number, how)
        target = self.by_name.get(folded(key))
        name = "wiki"
        if target and self.random.random() < 0.7:
            name = "paper" if target.type == "paper" else "concept"
        return f"{{{name}}}`{text} <{key}>`" if text else f"{{{name}}}`{key}`"

    def _note_options(self, page: Page, options: list[tuple[str, str]]) -> None:
        for name, value in options:
            if name in ("concepts", "cites", "parent", "related", "introduced"):
                number = next(n for n, line in enumerate(page.lines, 1) if line.startswith(f":{name}:"))
                for item in value.split(";"):
                    key = re.split(r"\s+(?:—|–|--|-|——)\s+|——", item.strip())[0]
                    self.note(page, key, number, "option")

    def note(self, page: Page, key: str, line: int, how: str) -> None:
        """Note a mention."""
        target = self.by_name.get(folded(one_line(key)))
        self.mentions.append(
            {
                "page": page.docname,
                "line": line,
                "how": how,
                "key": key,
                "target": target.key if target else None,
                "target_page": target.docname if target else None,
                "type": ("paper" if target.type == "paper" else "concept") if target else None,
            }
        )


def folded(key: str) -> str:
    """Return *key* as the extension compares keys."""
    return re.sub(r"[\s\-_]+", "", key.casefold())


def file_name(text: str) -> str:
    """Return *text* as the name of a file without its ending; letters of all scripts stay."""
    return re.sub(r"\W+", "-", text.casefold()).strip("-") or "x"


def main() -> None:
    """Run as a command."""
    parser = argparse.ArgumentParser(description="Write a wiki of rough reading notes.")
    parser.add_argument("out", type=Path, help="folder for the wiki; what is in it is removed")
    parser.add_argument("--language", choices=sorted(LANGUAGES), default="zh")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=850)
    args = parser.parse_args()
    vault = Vault(args.language, args.seed, args.pages)
    vault.write(args.out)
    resolved = [mention for mention in vault.mentions if mention["target"]]
    hub = max((sum(m["target"] == page.key for m in resolved), page.key) for page in vault.targets[:20])
    count = len(vault.mentions)
    print(f"{len(vault.pages)} pages, {count} mentions, {len(resolved)} of defined keys; biggest hub {hub}")


if __name__ == "__main__":
    main()
