<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Context Inspector</source>
        <translation>关于 Context Inspector</translation>
    </message>
    <message>
        <source>See what an LLM application really sends to its model.</source>
        <translation>看清大模型应用究竟向模型发送了什么。</translation>
    </message>
    <message>
        <source>Files are only ever read. Nothing leaves this machine. MIT licence.</source>
        <translation>文件只会被读取，任何内容都不会离开本机。MIT 许可证。</translation>
    </message>
</context>
<context>
    <name>AccountPanel</name>
    <message>
        <source>Before it leaves this machine</source>
        <translation>离开本机之前</translation>
    </message>
    <message>
        <source>Take out keys, tokens, mail addresses and home folders</source>
        <translation>去除密钥、令牌、邮箱地址和主目录</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>taken out</source>
        <translation>已去除</translation>
    </message>
    <message>
        <source>which</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Keys, tokens and home folders stay in the file. Only send it to people who may see them.</source>
        <translation>密钥、令牌和主目录会保留在文件中，请只发给有权查看的人。</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) taken out:</source>
        <translation>
            <numerusform>已去除 %n 处：</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing had to be taken out.</source>
        <translation>没有需要去除的内容。</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>bearer token</source>
        <translation>Bearer 令牌</translation>
    </message>
    <message>
        <source>signed token (JWT)</source>
        <translation>签名令牌（JWT）</translation>
    </message>
    <message>
        <source>authorisation header or cookie</source>
        <translation>授权标头或 Cookie</translation>
    </message>
    <message>
        <source>field named like a key or password</source>
        <translation>名称像密钥或密码的字段</translation>
    </message>
    <message>
        <source>private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>password or key in an address</source>
        <translation>地址中的密码或密钥</translation>
    </message>
    <message>
        <source>mail address</source>
        <translation>邮箱地址</translation>
    </message>
    <message>
        <source>home folder</source>
        <translation>主目录</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Reopen the last one</source>
        <translation>重新打开上次的文件</translation>
    </message>
    <message>
        <source>Open the demo capture</source>
        <translation>打开演示捕获文件</translation>
    </message>
    <message>
        <source>Open the demo database</source>
        <translation>打开演示数据库</translation>
    </message>
    <message>
        <source>Follow live</source>
        <translation>实时跟踪</translation>
    </message>
    <message>
        <source>Save a copy of the file…</source>
        <translation>另存文件副本…</translation>
    </message>
    <message>
        <source>Export a report…</source>
        <translation>导出报告…</translation>
    </message>
    <message>
        <source>Save a chart as a picture…</source>
        <translation>将图表存为图片…</translation>
    </message>
    <message>
        <source>Open workspace…</source>
        <translation>打开工作区…</translation>
    </message>
    <message>
        <source>Save workspace…</source>
        <translation>保存工作区…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Save the full text as…</source>
        <translation>全文另存为…</translation>
    </message>
    <message>
        <source>Search this session</source>
        <translation>搜索此会话</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Filter the list</source>
        <translation>筛选列表</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Unfold or fold</source>
        <translation>展开或收起</translation>
    </message>
    <message>
        <source>Unfold all turns</source>
        <translation>展开所有轮次</translation>
    </message>
    <message>
        <source>Fold all turns</source>
        <translation>收起所有轮次</translation>
    </message>
    <message>
        <source>Diff to the previous request</source>
        <translation>与上一请求比较</translation>
    </message>
    <message>
        <source>Citation skeletons</source>
        <translation>引用骨架</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Replay panel</source>
        <translation>重放面板</translation>
    </message>
    <message>
        <source>Compare settings A and B</source>
        <translation>比较设置 A 与 B</translation>
    </message>
    <message>
        <source>Largest difference between A and B</source>
        <translation>A 与 B 的最大差异</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>简体中文 (Simplified Chinese)</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Next turn</source>
        <translation>下一轮</translation>
    </message>
    <message>
        <source>Previous turn</source>
        <translation>上一轮</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>下一个发现</translation>
    </message>
    <message>
        <source>Previous finding</source>
        <translation>上一个发现</translation>
    </message>
    <message>
        <source>Next cache miss</source>
        <translation>下一次缓存未命中</translation>
    </message>
    <message>
        <source>Previous cache miss</source>
        <translation>上一次缓存未命中</translation>
    </message>
    <message>
        <source>Next turn with a problem</source>
        <translation>下一个有问题的轮次</translation>
    </message>
    <message>
        <source>Choose a branch…</source>
        <translation>选择分支…</translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation>下一个会话</translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation>上一个会话</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考手册</translation>
    </message>
    <message>
        <source>About Context Inspector</source>
        <translation>关于 Context Inspector</translation>
    </message>
    <message>
        <source>Turns or requests</source>
        <translation>切换轮次或请求</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Maximise the pane, or restore all</source>
        <translation>最大化窗格，或全部还原</translation>
    </message>
</context>
<context>
    <name>Advice</name>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 分钟</translation>
    </message>
    <message>
        <source>Cache lifetime: {0} of {1} gaps outlast 5 min, {2} outlast 1 h. {3} saves {4} (predicted).</source>
        <translation>缓存有效期：{1} 次间隔中有 {0} 次超过 5 分钟，{2} 次超过 1 小时。{3} 可节省 {4}（预测值）。</translation>
    </message>
    <message>
        <source>{0}: net {1} (predicted); paid back: {2}.</source>
        <translation>{0}：净收益 {1}（预测值）；已收回成本：{2}。</translation>
    </message>
    <message>
        <source>Prices: {0}</source>
        <translation>价格：{0}</translation>
    </message>
</context>
<context>
    <name>BloatPage</name>
    <message>
        <source>← Findings</source>
        <translation>← 发现</translation>
    </message>
    <message>
        <source>{0} of messages stored</source>
        <translation>存储了 {0} 的消息</translation>
    </message>
    <message>
        <source>Stored bytes by tool</source>
        <translation>各工具占用的存储</translation>
    </message>
    <message>
        <source>{0} above {1}</source>
        <translation>{0}（超过 {1} 时）</translation>
    </message>
    <message>
        <source>{0} are duplicates</source>
        <translation>{0} 是重复的</translation>
    </message>
    <message>
        <source>Trimming saves {0}</source>
        <translation>截断可节省 {0}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Trimmed</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>Largest messages</source>
        <translation>最大的消息</translation>
    </message>
    <message>
        <source>Double-click to go there</source>
        <translation>双击前往</translation>
    </message>
</context>
<context>
    <name>BranchPicker</name>
    <message>
        <source>Branch {0} of {1}</source>
        <translation>分支 {0}/{1}</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>the application&apos;s own</source>
        <translation>应用当前分支</translation>
    </message>
</context>
<context>
    <name>BreakPage</name>
    <message>
        <source>Bytes on both sides</source>
        <translation>两侧的字节</translation>
    </message>
    <message>
        <source>No request is selected</source>
        <translation>未选择请求</translation>
    </message>
    <message>
        <source>Select a request, or press M for the next one whose prefix broke.</source>
        <translation>选择一个请求，或按 M 跳到下一个前缀中断的请求。</translation>
    </message>
    <message>
        <source>Comparing requests…</source>
        <translation>正在比较请求…</translation>
    </message>
    <message>
        <source>Every prompt is read and hashed once.</source>
        <translation>每个提示词只读取并计算一次哈希。</translation>
    </message>
    <message>
        <source>This could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>The request before it is not recorded.</source>
        <translation>它之前的请求没有记录。</translation>
    </message>
    <message>
        <source>It stands apart from the conversation, so that it breaks no prefix.</source>
        <translation>它独立于对话之外，不会中断任何前缀。</translation>
    </message>
    <message>
        <source>There is no request before it to compare with.</source>
        <translation>之前没有可比较的请求。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>{0} of {1}, compared with {2}</source>
        <translation>第 {0} 个，共 {1} 个，与第 {2} 个比较</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>as replayed</source>
        <translation>按重放</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Show that request</source>
        <translation>显示该请求</translation>
    </message>
    <message>
        <source>Same prefix</source>
        <translation>相同前缀</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{0} tokens sent again</source>
        <translation>重新发送 {0} 词元</translation>
    </message>
    <message>
        <source> (predicted)</source>
        <translation>（预测）</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>char {0}</source>
        <translation>字符 {0}</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Provider says</source>
        <translation>服务商称</translation>
    </message>
    <message>
        <source>read {0}, the provider {1}</source>
        <translation>应读取 {0}，服务商读取 {1}</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Copy as bug report</source>
        <translation>复制为错误报告</translation>
    </message>
    <message>
        <source>Figures, cause and both sides; keys, addresses and home paths are taken out</source>
        <translation>数据、原因和两侧内容；密钥、地址和主目录路径已去除</translation>
    </message>
    <message>
        <source>Wire</source>
        <translation>线上数据</translation>
    </message>
    <message>
        <source>Show this place in the recorded JSON</source>
        <translation>在记录的 JSON 中显示此处</translation>
    </message>
    <message>
        <source>Next miss</source>
        <translation>下一个未命中</translation>
    </message>
    <message>
        <source>Go to the next request whose prefix broke (M)</source>
        <translation>跳到下一个前缀中断的请求 (M)</translation>
    </message>
</context>
<context>
    <name>Cache</name>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>money lost</source>
        <translation>损失金额</translation>
    </message>
    <message>
        <source>hits</source>
        <translation>命中率</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>no rule</source>
        <translation>无规则</translation>
    </message>
    <message>
        <source>Measured and predicted reads differ by more than 5 %.</source>
        <translation>实测与预测的读取量相差超过 5 %。</translation>
    </message>
    <message>
        <source>* from a replayed prompt: this source records none</source>
        <translation>* 来自重放的提示词：此来源没有记录提示词</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>predicted hits</source>
        <translation>预测命中率</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>history</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>same thing, other bytes</source>
        <translation>内容相同，字节不同</translation>
    </message>
    <message>
        <source>model or settings</source>
        <translation>模型或设置</translation>
    </message>
    <message>
        <source>limits of the cache</source>
        <translation>缓存限制</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Also: {0}</source>
        <translation>另有：{0}</translation>
    </message>
    <message>
        <source>Rule {0} of {1}: {2}</source>
        <translation>规则 {0}（{1}）：{2}</translation>
    </message>
    <message>
        <source>the provider was seen caching from {0} tokens on, not {1}</source>
        <translation>实际观察到服务商从 {0} 个词元起缓存，而非 {1}</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>hits {0}</source>
        <translation>命中 {0}</translation>
    </message>
    <message>
        <source>Measured: {0}</source>
        <translation>实测：{0}</translation>
    </message>
    <message>
        <source>Predicted: {0}</source>
        <translation>预测：{0}</translation>
    </message>
    <message>
        <source>Lost: {0} tokens</source>
        <translation>损失：{0} 个词元</translation>
    </message>
    <message>
        <source>Replay {0} would read {1}</source>
        <translation>重放 {0} 将读取 {1}</translation>
    </message>
    <message>
        <source>predicted read</source>
        <translation>预测读取</translation>
    </message>
    <message>
        <source>What the provider&apos;s published rules say it should have read; red where it differs by more than 5 %, dotted where it rests on a replayed prompt.</source>
        <translation>按服务商公布的规则应读取的量；相差超过 5 % 时为红色，基于重放提示词时为虚线。</translation>
    </message>
    <message>
        <source>Measured: share of the prompt that was read from the cache.</source>
        <translation>实测：提示词中从缓存读取的比例。</translation>
    </message>
    <message>
        <source>hit ratio</source>
        <translation>命中率</translation>
    </message>
    <message>
        <source>replay {0}</source>
        <translation>重放 {0}</translation>
    </message>
    <message>
        <source>Predicted read of the replayed prompts.</source>
        <translation>重放提示词的预测读取量。</translation>
    </message>
    <message>
        <source>Where the prefix breaks; hollow when nothing was lost by it.</source>
        <translation>前缀中断之处；没有损失时为空心。</translation>
    </message>
    <message>
        <source>No requests are recorded here</source>
        <translation>这里没有记录任何请求</translation>
    </message>
    <message>
        <source>{0} sent again</source>
        <translation>重新发送 {0}</translation>
    </message>
    <message>
        <source>{0} sent again by prediction, not measured</source>
        <translation>据预测重新发送 {0}，未经实测</translation>
    </message>
    <message>
        <source>worst: {0}, #{1}</source>
        <translation>最严重：{0}，#{1}</translation>
    </message>
    <message>
        <source>Nothing is known of the provider&apos;s cache here</source>
        <translation>这里的服务商缓存情况未知</translation>
    </message>
    <message>
        <source>Nothing that was cached was sent again</source>
        <translation>已缓存的内容没有重新发送</translation>
    </message>
    <message>
        <source>Lost by prediction: {0} tokens</source>
        <translation>预测损失：{0} 个词元</translation>
    </message>
</context>
<context>
    <name>CacheLink</name>
    <message>
        <source>No cache misses in this conversation</source>
        <translation>此会话中没有缓存未命中</translation>
    </message>
</context>
<context>
    <name>CacheTab</name>
    <message>
        <source>The requests could not be compared</source>
        <translation>无法比较这些请求</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的内容</translation>
    </message>
    <message>
        <source>Open a capture or a database and choose a conversation: what its provider&apos;s cache did is shown here, and why.</source>
        <translation>打开一个捕获文件或数据库并选择会话：这里会显示服务商缓存的情况及其原因。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The requests of this conversation were not compared.</source>
        <translation>此会话的请求尚未比较。</translation>
    </message>
    <message>
        <source>Comparing requests…</source>
        <translation>正在比较请求…</translation>
    </message>
    <message>
        <source>Every prompt is read and hashed once.</source>
        <translation>每个提示词只读取并计算一次哈希。</translation>
    </message>
    <message>
        <source>No requests in this conversation</source>
        <translation>此会话中没有请求</translation>
    </message>
    <message>
        <source>Nothing was sent to a model here. Choose another conversation at the left.</source>
        <translation>这里没有向模型发送任何内容。请在左侧选择其他会话。</translation>
    </message>
    <message>
        <source>{0} of {1} prompts</source>
        <translation>第 {0} 个提示词，共 {1} 个</translation>
    </message>
    <message>
        <source>hits {0}</source>
        <translation>命中 {0}</translation>
    </message>
    <message>
        <source>{0} lost</source>
        <translation>损失 {0}</translation>
    </message>
    <message>
        <source>{0} unknown</source>
        <translation>{0} 个未知</translation>
    </message>
    <message>
        <source>Measured over the requests whose cache use is known. Lost: tokens that had been cached and were sent again, and what that cost more than reading them.</source>
        <translation>仅统计缓存使用情况已知的请求。损失：曾被缓存却重新发送的词元，以及比读取缓存多花的费用。</translation>
    </message>
    <message>
        <source>What the table lists</source>
        <translation>表格列出的内容</translation>
    </message>
    <message>
        <source>Prompt tokens per request by what the cache did</source>
        <translation>每个请求的提示词词元，按缓存情况划分</translation>
    </message>
    <message>
        <source>Requests and their causes</source>
        <translation>请求及其原因</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compare requests</source>
        <translation>比较请求</translation>
    </message>
</context>
<context>
    <name>Causes</name>
    <message>
        <source>First request</source>
        <translation>首个请求</translation>
    </message>
    <message>
        <source>Nothing of this conversation was cached before.</source>
        <translation>此会话之前没有任何内容被缓存。</translation>
    </message>
    <message>
        <source>Appended only</source>
        <translation>仅追加</translation>
    </message>
    <message>
        <source>The previous request is a prefix of this one.</source>
        <translation>上一个请求是此请求的前缀。</translation>
    </message>
    <message>
        <source>Identical</source>
        <translation>完全相同</translation>
    </message>
    <message>
        <source>The same bytes as the request before.</source>
        <translation>与上一个请求的字节相同。</translation>
    </message>
    <message>
        <source>Tool added</source>
        <translation>增加了工具</translation>
    </message>
    <message>
        <source>Tool {name} was added at {where}.</source>
        <translation>在 {where} 增加了工具 {name}。</translation>
    </message>
    <message>
        <source>Send the tools in one fixed order with unchanged schemas for the whole conversation.</source>
        <translation>整个会话中以固定顺序、不变的模式发送工具。</translation>
    </message>
    <message>
        <source>{count} tools were added, the first is {name} at {where}.</source>
        <translation>增加了 {count} 个工具，第一个是 {where} 处的 {name}。</translation>
    </message>
    <message>
        <source>Tool removed</source>
        <translation>移除了工具</translation>
    </message>
    <message>
        <source>Tool {name} was removed at {where}.</source>
        <translation>在 {where} 移除了工具 {name}。</translation>
    </message>
    <message>
        <source>{count} tools were removed, the first was {name} at {where}.</source>
        <translation>移除了 {count} 个工具，第一个是 {where} 处的 {name}。</translation>
    </message>
    <message>
        <source>All tools are gone ({count} before), here and in the requests after.</source>
        <translation>所有工具都没有了（之前有 {count} 个），此后的请求也是如此。</translation>
    </message>
    <message>
        <source>Tool changed</source>
        <translation>工具有变化</translation>
    </message>
    <message>
        <source>The description or schema of tool {name} changed at {where}.</source>
        <translation>{where} 处工具 {name} 的描述或模式有变化。</translation>
    </message>
    <message>
        <source>Tools reordered</source>
        <translation>工具顺序改变</translation>
    </message>
    <message>
        <source>The same tools stand in another order: {where}.</source>
        <translation>相同的工具以不同顺序排列：{where}。</translation>
    </message>
    <message>
        <source>Tools missing once</source>
        <translation>工具一度缺失</translation>
    </message>
    <message>
        <source>All tools are missing ({count} before) in this request alone: a tool list that was not ready yet.</source>
        <translation>仅在此请求中所有工具都缺失（之前有 {count} 个）：工具列表当时尚未就绪。</translation>
    </message>
    <message>
        <source>Wait for the tool list before the first request, or keep the last known list.</source>
        <translation>在首个请求前等待工具列表，或保留上次已知的列表。</translation>
    </message>
    <message>
        <source>Time in the system prompt</source>
        <translation>系统提示词中的时间</translation>
    </message>
    <message>
        <source>A date or time in the system prompt changed: {after}.</source>
        <translation>系统提示词中的日期或时间有变化：{after}。</translation>
    </message>
    <message>
        <source>Move the time to the last user message; the system prompt then stays the same.</source>
        <translation>把时间移到最后一条用户消息；系统提示词就保持不变。</translation>
    </message>
    <message>
        <source>System prompt changed</source>
        <translation>系统提示词有变化</translation>
    </message>
    <message>
        <source>Keep what varies (memory, dates, ids) out of the system prompt.</source>
        <translation>不要把会变化的内容（记忆、日期、标识）放进系统提示词。</translation>
    </message>
    <message>
        <source>Tool choice changed</source>
        <translation>工具选择有变化</translation>
    </message>
    <message>
        <source>toolChoice went from {before} to {after}; cached messages are lost, tools and system are kept.</source>
        <translation>toolChoice 从 {before} 变为 {after}；已缓存的消息失效，工具和系统提示词保留。</translation>
    </message>
    <message>
        <source>Keep toolChoice the same within a conversation.</source>
        <translation>在同一会话中保持 toolChoice 不变。</translation>
    </message>
    <message>
        <source>Thinking changed</source>
        <translation>思考有变化</translation>
    </message>
    <message>
        <source>Thinking blocks or settings changed at {where}.</source>
        <translation>{where} 处的思考块或设置有变化。</translation>
    </message>
    <message>
        <source>Keep thinking settings and send thinking blocks back unchanged.</source>
        <translation>保持思考设置，并原样发回思考块。</translation>
    </message>
    <message>
        <source>Model changed</source>
        <translation>模型有变化</translation>
    </message>
    <message>
        <source>{before} → {after}: every model has its own cache.</source>
        <translation>{before} → {after}：每个模型有各自的缓存。</translation>
    </message>
    <message>
        <source>Stay on one model.</source>
        <translation>始终使用同一个模型。</translation>
    </message>
    <message>
        <source>History folded</source>
        <translation>历史已折叠</translation>
    </message>
    <message>
        <source>{count} message blocks were replaced by a summary.</source>
        <translation>{count} 个消息块被摘要取代。</translation>
    </message>
    <message>
        <source>Expected once per fold; many folds in a row mean that the window is too small.</source>
        <translation>每次折叠出现一次属正常；连续多次折叠说明窗口太小。</translation>
    </message>
    <message>
        <source>The history was folded again: another summary stands where one stood before.</source>
        <translation>历史再次被折叠：原来的摘要被另一个摘要取代。</translation>
    </message>
    <message>
        <source>Tool result changed</source>
        <translation>工具结果有变化</translation>
    </message>
    <message>
        <source>An earlier tool result was sent differently: {before_chars} → {after_chars} characters.</source>
        <translation>较早的工具结果以不同方式发送：{before_chars} → {after_chars} 个字符。</translation>
    </message>
    <message>
        <source>Render the same output to the same bytes in every request.</source>
        <translation>在每个请求中把相同的输出渲染成相同的字节。</translation>
    </message>
    <message>
        <source>Marker changed</source>
        <translation>标记有变化</translation>
    </message>
    <message>
        <source>The marker of a persisted output was rendered differently at {where}: its path appeared, vanished or moved.</source>
        <translation>{where} 处已存储输出的标记渲染不同：其路径出现、消失或移动了。</translation>
    </message>
    <message>
        <source>JSON key order</source>
        <translation>JSON 键顺序</translation>
    </message>
    <message>
        <source>The same values with another key order at {where}.</source>
        <translation>{where} 处的值相同，但键顺序不同。</translation>
    </message>
    <message>
        <source>Whitespace</source>
        <translation>空白字符</translation>
    </message>
    <message>
        <source>Only whitespace differs at {where}.</source>
        <translation>{where} 处仅空白字符不同。</translation>
    </message>
    <message>
        <source>Trim text once, when it is stored.</source>
        <translation>只在存储文本时修剪一次空白。</translation>
    </message>
    <message>
        <source>Messages removed</source>
        <translation>移除了消息</translation>
    </message>
    <message>
        <source>{count} blocks of the previous request are gone at {where}.</source>
        <translation>上一个请求中 {where} 处的 {count} 个块不见了。</translation>
    </message>
    <message>
        <source>Drop old messages at a fold, not one by one.</source>
        <translation>在折叠时丢弃旧消息，而不是逐条丢弃。</translation>
    </message>
    <message>
        <source>Message changed</source>
        <translation>消息有变化</translation>
    </message>
    <message>
        <source>An earlier message differs at {where}.</source>
        <translation>{where} 处较早的消息不同。</translation>
    </message>
    <message>
        <source>Never rewrite sent messages; append what is new.</source>
        <translation>不要改写已发送的消息；只追加新内容。</translation>
    </message>
    <message>
        <source>{count} blocks were put in before what had been sent, at {where}.</source>
        <translation>在已发送的内容之前的 {where} 处插入了 {count} 个块。</translation>
    </message>
    <message>
        <source>Another branch</source>
        <translation>另一分支</translation>
    </message>
    <message>
        <source>The conversation goes on from an earlier point: edited, regenerated or branched.</source>
        <translation>会话从较早的位置继续：经编辑、重新生成或分支。</translation>
    </message>
    <message>
        <source>Block shape changed</source>
        <translation>块的形式改变</translation>
    </message>
    <message>
        <source>The same text was sent as another kind or number of blocks at {where}.</source>
        <translation>{where} 处相同的文本以其他类型或数量的块发送。</translation>
    </message>
    <message>
        <source>Always send content in the same form (string or parts).</source>
        <translation>始终以相同形式（字符串或部件）发送内容。</translation>
    </message>
    <message>
        <source>Block moved</source>
        <translation>块被移动</translation>
    </message>
    <message>
        <source>A block of the previous request stands elsewhere: {where}.</source>
        <translation>上一个请求的一个块移到了别处：{where}。</translation>
    </message>
    <message>
        <source>Image changed</source>
        <translation>图片有变化</translation>
    </message>
    <message>
        <source>An image was added, removed or changed at {where}; cached messages are lost.</source>
        <translation>{where} 处增加、移除或更改了图片；已缓存的消息失效。</translation>
    </message>
    <message>
        <source>Keep images in the messages they came with, encoded once.</source>
        <translation>让图片留在原来的消息中，且只编码一次。</translation>
    </message>
    <message>
        <source>Attachment changed</source>
        <translation>附件有变化</translation>
    </message>
    <message>
        <source>File data differs at {where}.</source>
        <translation>{where} 处的文件数据不同。</translation>
    </message>
    <message>
        <source>Encode a file once and keep its bytes.</source>
        <translation>文件只编码一次，并保留其字节。</translation>
    </message>
    <message>
        <source>Cache expired</source>
        <translation>缓存已过期</translation>
    </message>
    <message>
        <source>The prefix was unchanged, but {gap_s} s passed since it was last used; entries live {ttl_s} s.</source>
        <translation>前缀没有变化，但距上次使用已过 {gap_s} 秒；条目存活 {ttl_s} 秒。</translation>
    </message>
    <message>
        <source>Ask for the longer lifetime, or send requests closer together.</source>
        <translation>请求更长的存活时间，或缩短请求之间的间隔。</translation>
    </message>
    <message>
        <source>Below the minimum</source>
        <translation>低于下限</translation>
    </message>
    <message>
        <source>{total} tokens are fewer than the {minimum} this model needs to cache a prefix.</source>
        <translation>{total} 个词元少于此模型缓存前缀所需的 {minimum} 个。</translation>
    </message>
    <message>
        <source>Nothing to do: a prompt this small is not cached.</source>
        <translation>无需处理：这么小的提示词不会被缓存。</translation>
    </message>
    <message>
        <source>Out of look-back</source>
        <translation>超出回溯范围</translation>
    </message>
    <message>
        <source>The cached prefix ends {distance} blocks before the breakpoint; {lookback} are searched.</source>
        <translation>缓存的前缀在断点前 {distance} 个块处结束；只回溯 {lookback} 个块。</translation>
    </message>
    <message>
        <source>Place a breakpoint at least every {lookback} blocks.</source>
        <translation>至少每 {lookback} 个块放置一个断点。</translation>
    </message>
    <message>
        <source>No breakpoint</source>
        <translation>没有断点</translation>
    </message>
    <message>
        <source>The request carries no cache mark, so this provider caches nothing.</source>
        <translation>请求没有缓存标记，因此此服务商不缓存任何内容。</translation>
    </message>
    <message>
        <source>Mark the system prompt and the last message with cache_control.</source>
        <translation>用 cache_control 标记系统提示词和最后一条消息。</translation>
    </message>
    <message>
        <source>Side call</source>
        <translation>旁路调用</translation>
    </message>
    <message>
        <source>A summary or title request, apart from the main chain.</source>
        <translation>摘要或标题请求，独立于主链。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>No prompt was recorded for this request.</source>
        <translation>此请求没有记录提示词。</translation>
    </message>
    <message>
        <source>The provider read less than it held, but the replayed prompts do not show why: what was sent then was not recorded.</source>
        <translation>服务商读取的量少于其缓存，但重放的提示词无法说明原因：当时发送的内容没有记录。</translation>
    </message>
    <message>
        <source>The first recorded request of this conversation, yet {read} tokens were read: an earlier request that was not recorded, or another conversation that opens alike.</source>
        <translation>这是本会话记录到的第一个请求，却读取了 {read} 个词元：此前有未被记录的请求，或另一个会话开头相同。</translation>
    </message>
    <message>
        <source>The first request of this conversation; {read} tokens were read of another that opens alike.</source>
        <translation>这是本会话的第一个请求；从另一个开头相同的会话读取了 {read} 个词元。</translation>
    </message>
    <message>
        <source>The first request of this conversation; an entry of the same opening was still being written by a parallel request and could not be read.</source>
        <translation>这是本会话的第一个请求；开头相同的缓存条目正由并行请求写入，无法读取。</translation>
    </message>
    <message>
        <source>The first request of this conversation; {read} tokens were read from the explicit cache {name}.</source>
        <translation>这是本会话的第一个请求；从显式缓存 {name} 读取了 {read} 个词元。</translation>
    </message>
    <message>
        <source>Reasoning effort changed</source>
        <translation>推理强度已更改</translation>
    </message>
    <message>
        <source>The reasoning effort went from {before} to {after}.</source>
        <translation>推理强度从 {before} 变为 {after}。</translation>
    </message>
    <message>
        <source>Keep the reasoning effort the same within a conversation.</source>
        <translation>在同一会话中保持推理强度不变。</translation>
    </message>
    <message>
        <source>Verbosity changed</source>
        <translation>详细程度已更改</translation>
    </message>
    <message>
        <source>The verbosity went from {before} to {after}.</source>
        <translation>详细程度从 {before} 变为 {after}。</translation>
    </message>
    <message>
        <source>Keep the verbosity the same within a conversation.</source>
        <translation>在同一会话中保持详细程度不变。</translation>
    </message>
    <message>
        <source>Text format changed</source>
        <translation>文本格式已更改</translation>
    </message>
    <message>
        <source>The format asked for went from {before} to {after}.</source>
        <translation>要求的格式从 {before} 变为 {after}。</translation>
    </message>
    <message>
        <source>Keep one response format within a conversation, or ask for another in a message.</source>
        <translation>在同一会话中保持一种回复格式，或在消息中要求另一种格式。</translation>
    </message>
    <message>
        <source>Service tier changed</source>
        <translation>服务层级已更改</translation>
    </message>
    <message>
        <source>The {where} went from {before} to {after}.</source>
        <translation>{where} 从 {before} 变为 {after}。</translation>
    </message>
    <message>
        <source>Stay on one service tier and speed within a conversation.</source>
        <translation>在同一会话中保持同一服务层级和速度。</translation>
    </message>
    <message>
        <source>Cache key changed</source>
        <translation>缓存键已更改</translation>
    </message>
    <message>
        <source>prompt_cache_key went from {before} to {after}: the request may be routed to where nothing is cached.</source>
        <translation>prompt_cache_key 从 {before} 变为 {after}：请求可能被路由到没有缓存的地方。</translation>
    </message>
    <message>
        <source>Send one fixed prompt_cache_key for the whole conversation.</source>
        <translation>整个会话使用同一个固定的 prompt_cache_key。</translation>
    </message>
    <message>
        <source>{before} → {after}: every provider has its own cache.</source>
        <translation>{before} → {after}：每个提供商都有自己的缓存。</translation>
    </message>
    <message>
        <source>Too many cache marks</source>
        <translation>缓存标记过多</translation>
    </message>
    <message>
        <source>{count} cache marks where {allowed} are allowed: {where}.</source>
        <translation>有 {count} 个缓存标记，最多允许 {allowed} 个：{where}。</translation>
    </message>
    <message>
        <source>Mark the last tool, the system prompt and the last one or two messages, and nothing else.</source>
        <translation>只标记最后一个工具、系统提示词和最后一两条消息。</translation>
    </message>
    <message>
        <source>Cache mark too early</source>
        <translation>缓存标记过早</translation>
    </message>
    <message>
        <source>The last cache mark of the request before sat at {where}; what stood behind it was not cached.</source>
        <translation>上一个请求的最后一个缓存标记位于 {where}；其后的内容没有被缓存。</translation>
    </message>
    <message>
        <source>Put the last cache mark on the newest message of every request.</source>
        <translation>在每个请求中把最后一个缓存标记放在最新的消息上。</translation>
    </message>
    <message>
        <source>Not comparable</source>
        <translation>无法比较</translation>
    </message>
    <message>
        <source>Only what is new was sent ({previous}): the history lies at the provider and its bytes are unknown here.</source>
        <translation>只发送了新内容（{previous}）：历史保存在提供商处，其字节在此未知。</translation>
    </message>
    <message>
        <source>Unexplained miss</source>
        <translation>原因不明的未命中</translation>
    </message>
    <message>
        <source>The bytes match and the entry should have been alive, but it was not read: the bytes do not explain it.</source>
        <translation>字节一致，缓存条目也应仍然有效，却没有被读取：字节无法解释原因。</translation>
    </message>
    <message>
        <source>Look at routing: one upstream provider, one cache key, no parallel first requests.</source>
        <translation>检查路由：固定一个上游提供商、一个缓存键，首个请求不要并行发送。</translation>
    </message>
    <message>
        <source>{name} went from {before} to {after}, which is no part of this provider&apos;s prefix.</source>
        <translation>{name} 从 {before} 变为 {after}，它不属于该提供商的前缀。</translation>
    </message>
    <message>
        <source>{name} went from {before} to {after}; nothing was lost by it.</source>
        <translation>{name} 从 {before} 变为 {after}；没有因此损失缓存。</translation>
    </message>
    <message>
        <source>The provider is called {after} instead of {before}; nothing was lost by it.</source>
        <translation>提供商名称由 {before} 变为 {after}；没有因此损失缓存。</translation>
    </message>
    <message>
        <source>Deferred tools differ, which are no part of the prefix.</source>
        <translation>延迟加载的工具有所不同，它们不属于前缀。</translation>
    </message>
    <message>
        <source>It reads from the explicit cache {name}.</source>
        <translation>它从显式缓存 {name} 读取。</translation>
    </message>
    <message>
        <source>More was read than the rule predicts: the rule is too strict.</source>
        <translation>读取的比规则预测的多：规则过于严格。</translation>
    </message>
    <message>
        <source>The SDK reported {told} tokens read, the provider&apos;s own account {measured}.</source>
        <translation>SDK 报告读取了 {told} 个词元，提供商自己的账目为 {measured}。</translation>
    </message>
    <message>
        <source>The account cannot be true: {read} read and {written} written of {total} sent.</source>
        <translation>账目不可能成立：发送 {total}，却读取 {read}、写入 {written}。</translation>
    </message>
    <message>
        <source>The provider folded the history itself: a pass of {total} tokens, accounted apart.</source>
        <translation>提供商自行折叠了历史：一次 {total} 个词元的调用，单独计算。</translation>
    </message>
    <message>
        <source>The provider edited the history itself: {edits}.</source>
        <translation>提供商自行编辑了历史：{edits}。</translation>
    </message>
    <message>
        <source>The provider says so too: {reason}.</source>
        <translation>提供商的说法一致：{reason}。</translation>
    </message>
    <message>
        <source>The provider says otherwise: {reason}.</source>
        <translation>提供商的说法不同：{reason}。</translation>
    </message>
    <message>
        <source>The provider says: {reason}.</source>
        <translation>提供商称：{reason}。</translation>
    </message>
    <message>
        <source>Another upstream provider answered: {after} instead of {before}.</source>
        <translation>由另一个上游提供商应答：{after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>A parallel request was still writing the entry.</source>
        <translation>并行请求仍在写入该条目。</translation>
    </message>
    <message>
        <source>Implicit caching is not guaranteed: entries are evicted, requests routed elsewhere.</source>
        <translation>隐式缓存没有保证：条目会被逐出，请求会被路由到别处。</translation>
    </message>
    <message>
        <source>No cache rule is known here: nothing is predicted.</source>
        <translation>此处没有已知的缓存规则：不作预测。</translation>
    </message>
    <message>
        <source>The provider did not account its cache: what was read is unknown.</source>
        <translation>提供商没有给出缓存账目：读取量未知。</translation>
    </message>
    <message>
        <source>By the provider&apos;s own account the tools changed; they are not in this file.</source>
        <translation>据提供方自己的说明，工具有变化；它们不在此文件中。</translation>
    </message>
    <message>
        <source>By the provider&apos;s own account the system prompt changed; it is not in this file.</source>
        <translation>据提供方自己的说明，系统提示词有变化；它不在此文件中。</translation>
    </message>
    <message>
        <source>The system prompt differs from character {offset} on: {after}</source>
        <translation>系统提示词从第 {offset} 个字符起不同：{after}</translation>
    </message>
</context>
<context>
    <name>Centre</name>
    <message>
        <source>Turns</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>The conversation turn by turn, as the application shows it</source>
        <translation>按轮次显示对话，与应用中一致</translation>
    </message>
    <message>
        <source>Every request in order of sending, to sort and to filter</source>
        <translation>按发送顺序列出每个请求，可排序和筛选</translation>
    </message>
</context>
<context>
    <name>ChartPanel</name>
    <message>
        <source>Which figures are shown; measured and predicted ones are never mixed</source>
        <translation>显示哪些数据；实测与预测从不混用</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show the figures as a table</source>
        <translation>以表格显示数据</translation>
    </message>
    <message>
        <source>Prompt sent per request</source>
        <translation>每个请求发送的提示词</translation>
    </message>
    <message>
        <source>Prompt sent per request, as a table</source>
        <translation>每个请求发送的提示词（表格）</translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>window {0}</source>
        <translation>窗口 {0}</translation>
    </message>
    <message>
        <source>fold above {0}</source>
        <translation>超过 {0} 时折叠</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
</context>
<context>
    <name>CitationView</name>
    <message>
        <source>No answer to show</source>
        <translation>没有可显示的回答</translation>
    </message>
    <message>
        <source>This branch has no message of an assistant.</source>
        <translation>此分支没有助手消息。</translation>
    </message>
    <message>
        <source>This could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Nothing on this branch holds what the answer cites.</source>
        <translation>此分支上没有包含该回答所引内容的输出。</translation>
    </message>
    <message>
        <source>This answer cites nothing. ← and → lead to the answers that do.</source>
        <translation>此回答没有引用。按 ← 和 → 可转到有引用的回答。</translation>
    </message>
    <message>
        <source>This answer cites nothing, nor does any other on this branch.</source>
        <translation>此回答没有引用，此分支上的其他回答也没有。</translation>
    </message>
</context>
<context>
    <name>CitationWords</name>
    <message>
        <source>turn {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>{0} of {1} citations resolve</source>
        <translation>{1} 个引用中 {0} 个可解析</translation>
    </message>
    <message>
        <source>{0} of {1} citations resolve.</source>
        <translation>{1} 处引用中有 {0} 处可解析。</translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) an id that no tool output of this conversation holds.</source>
        <translation>
            <numerusform>%n 处引用的 id 不在此会话的任何工具输出中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lead(s) to an earlier message only, so the application shows no link.</source>
        <translation>
            <numerusform>%n 处仅指向较早的消息，因此应用不显示链接。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n do(es) not resolve in this form.</source>
        <translation>
            <numerusform>%n 处在此形式下无法解析。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} → {1}</source>
        <translation>{0} → {1}</translation>
    </message>
    <message>
        <source>{0}, whole</source>
        <translation>{0}，完整</translation>
    </message>
    <message>
        <source>found in turn {0}</source>
        <translation>见于第 {0} 轮</translation>
    </message>
    <message>
        <source>snippet of {0}</source>
        <translation>{0} 的摘录</translation>
    </message>
    <message>
        <source>first {0}</source>
        <translation>开头 {0}</translation>
    </message>
    <message>
        <source>{0} kept in {1}</source>
        <translation>{0} 保存在 {1}</translation>
    </message>
    <message>
        <source>last {0}</source>
        <translation>结尾 {0}</translation>
    </message>
</context>
<context>
    <name>ColumnHeads</name>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>cache: what the provider&apos;s cache did; red, what was sent again although it had been cached
prompt: tokens of the last prompt of the turn as measured; with ≈ our estimate of the text alone</source>
        <translation>缓存：服务商缓存的情况；红色为已缓存却重新发送的部分
提示词：该轮最后一次提示词的实测词元数；带 ≈ 的是我们仅对文本的估算</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Type a command or a conversation</source>
        <translation>输入命令或会话名称</translation>
    </message>
</context>
<context>
    <name>Composition</name>
    <message>
        <source>tool declarations</source>
        <translation>工具声明</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>tool calls</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>tool results</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>CompositionPage</name>
    <message>
        <source>No request is selected</source>
        <translation>未选择请求</translation>
    </message>
    <message>
        <source>Select an assistant turn or one of its steps: what filled its prompt is shown here.</source>
        <translation>选择一个助手轮次或其中一步：这里会显示其提示词由什么构成。</translation>
    </message>
    <message>
        <source>No prompt is known of this request</source>
        <translation>此请求的提示词未知</translation>
    </message>
    <message>
        <source>It was recorded without its inputs, or failed before anything was sent.</source>
        <translation>记录时未保存输入，或在发送前就已失败。</translation>
    </message>
    <message>
        <source>Characters of all blocks of the request; pictures count in the boxes by what they cost.</source>
        <translation>请求所有块的字符数；图片在方框中按其费用计算。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>replayed: this source records no prompts, tool declarations are not known</source>
        <translation>重放所得：此来源不记录提示词，工具声明未知</translation>
    </message>
    <message>
        <source>Came since request {0}</source>
        <translation>自请求 {0} 起新增</translation>
    </message>
    <message>
        <source>Left since request {0}</source>
        <translation>自请求 {0} 起移除</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>ContentPage</name>
    <message>
        <source>Text to show</source>
        <translation>要显示的文本</translation>
    </message>
    <message>
        <source>As kept in the message</source>
        <translation>消息中保留的内容</translation>
    </message>
    <message>
        <source>attachment</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>读取中…</translation>
    </message>
    <message>
        <source>Load full text</source>
        <translation>载入全文</translation>
    </message>
    <message>
        <source>⋯ {0} more ⋯</source>
        <translation>⋯ 另有 {0} ⋯</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>(no type)</source>
        <translation>（无类型）</translation>
    </message>
    <message>
        <source>Answer of</source>
        <translation>回答者</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Blob</source>
        <translation>数据块</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stored data</source>
        <translation>存储的数据</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>{0} bytes found, {1} expected</source>
        <translation>实际 {0} 字节，应为 {1} 字节</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>{0} found, {1} expected</source>
        <translation>实际为 {0}，应为 {1}</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>a user&apos;s own .txt file, not a tool output</source>
        <translation>用户自己的 .txt 文件，不是工具输出</translation>
    </message>
    <message>
        <source>binary data, not shown as text</source>
        <translation>二进制数据，不以文本显示</translation>
    </message>
    <message>
        <source>The summary was not recorded</source>
        <translation>摘要未被记录</translation>
    </message>
    <message>
        <source>Only the fact of the fold is known here; its summary is not part of this record.</source>
        <translation>这里只知道发生过折叠；记录中没有摘要。</translation>
    </message>
    <message>
        <source>There was no answer</source>
        <translation>没有回答</translation>
    </message>
    <message>
        <source>There is nothing to read here</source>
        <translation>这里没有可读的内容</translation>
    </message>
    <message>
        <source>The Wire tab shows what was recorded.</source>
        <translation>“线上数据”标签页显示所记录的内容。</translation>
    </message>
</context>
<context>
    <name>Control</name>
    <message>
        <source>Now: {0}</source>
        <translation>当前：{0}</translation>
    </message>
    <message>
        <source>Back to {0}</source>
        <translation>恢复为 {0}</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>重置 {0}</translation>
    </message>
    <message>
        <source>Not set: {0}</source>
        <translation>未设置：{0}</translation>
    </message>
    <message>
        <source>Recorded: {0}</source>
        <translation>已记录：{0}</translation>
    </message>
</context>
<context>
    <name>ControlPanel</name>
    <message>
        <source>Fold above {0}</source>
        <translation>折叠阈值 {0}</translation>
    </message>
    <message>
        <source>Keep recent {0}</source>
        <translation>保留近期 {0}</translation>
    </message>
    <message>
        <source>Settings to start from</source>
        <translation>起始设置</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>撤销 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>重做 (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation>较少设置</translation>
    </message>
    <message>
        <source>All settings…</source>
        <translation>全部设置…</translation>
    </message>
    <message>
        <source>All settings back to Recorded</source>
        <translation>所有设置恢复为已记录的值</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么办</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>前往</translation>
    </message>
    <message>
        <source>Show the evidence in timeline and inspector (Enter)</source>
        <translation>在时间线和检查器中显示证据（Enter）</translation>
    </message>
    <message>
        <source>Try: {0}</source>
        <translation>试试：{0}</translation>
    </message>
    <message>
        <source>Replay the conversation under these settings</source>
        <translation>用这些设置重放会话</translation>
    </message>
    <message>
        <source>Show table</source>
        <translation>显示表格</translation>
    </message>
    <message>
        <source>Copy as bug report</source>
        <translation>复制为缺陷报告</translation>
    </message>
    <message>
        <source>Secrets and home folders are left out</source>
        <translation>密钥和主目录会被略去</translation>
    </message>
    <message>
        <source>Still there in the replay: {0}</source>
        <translation>重放中仍然存在：{0}</translation>
    </message>
</context>
<context>
    <name>DiffPage</name>
    <message>
        <source>First request of this conversation</source>
        <translation>此会话的第一个请求</translation>
    </message>
    <message>
        <source>There is none before it to compare with. Select a later request.</source>
        <translation>之前没有可比较的请求。请选择较后的请求。</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) the same</source>
        <translation>
            <numerusform>另有 %n 行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>, {0} earlier</source>
        <translation>，早 {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Same prefix</source>
        <translation>相同前缀</translation>
    </message>
    <message>
        <source>Tools, system prompt, messages, in this order.</source>
        <translation>按工具、系统提示词、消息的顺序。</translation>
    </message>
    <message>
        <source>{0} tokens that were in the cache were sent anew</source>
        <translation>曾在缓存中的 {0} 词元被重新发送</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Measured by the provider.</source>
        <translation>由提供商实测。</translation>
    </message>
    <message>
        <source>char {0}</source>
        <translation>字符 {0}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>行 {0}</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Provider says</source>
        <translation>提供商说明</translation>
    </message>
    <message>
        <source>too many changed lines to align; shown as replaced</source>
        <translation>变更行过多，无法对齐；按替换显示</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>A conversation database does not record prompts</source>
        <translation>会话数据库不记录提示词</translation>
    </message>
    <message>
        <source>There is nothing to compare byte by byte. Replay (F5) rebuilds the prompts and compares those.</source>
        <translation>没有可逐字节比较的内容。重放 (F5) 会重建提示词并加以比较。</translation>
    </message>
    <message>
        <source>No request is selected</source>
        <translation>未选择请求</translation>
    </message>
    <message>
        <source>Select an assistant turn or one of its steps to compare its prompt with the one before.</source>
        <translation>请选择一个助手轮次或其步骤，将其提示词与前一个比较。</translation>
    </message>
</context>
<context>
    <name>DockTabs</name>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>探针</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现的问题</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Context Inspector</source>
        <translation>Context Inspector</translation>
    </message>
    <message>
        <source>See what an LLM application really sends to its model.</source>
        <translation>看清大模型应用究竟向模型发送了什么。</translation>
    </message>
    <message>
        <source>DevTools capture</source>
        <translation>DevTools 捕获文件</translation>
    </message>
    <message>
        <source>Every request as it went out, with tools, usage and cache figures.</source>
        <translation>每个请求的原貌，含工具、用量与缓存数据。</translation>
    </message>
    <message>
        <source>Conversation database</source>
        <translation>会话数据库</translation>
    </message>
    <message>
        <source>Topics with all their branches, trimmed tool outputs and folds.</source>
        <translation>话题及其全部分支、截断的工具输出与折叠。</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>打开演示</translation>
    </message>
    <message>
        <source>Demo database</source>
        <translation>演示数据库</translation>
    </message>
    <message>
        <source>or drop a file or folder anywhere on this window</source>
        <translation>或将文件、文件夹拖放到此窗口的任意位置</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
</context>
<context>
    <name>EntryRow</name>
    <message>
        <source>The full text is not there any more; the snippet is all that is left.</source>
        <translation>全文已不存在；只剩下摘录。</translation>
    </message>
    <message>
        <source>Unfold the full text</source>
        <translation>展开全文</translation>
    </message>
    <message>
        <source>Fold the full text</source>
        <translation>收起全文</translation>
    </message>
</context>
<context>
    <name>ErrorPage</name>
    <message>
        <source>{0} could not be opened</source>
        <translation>无法打开 {0}</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>This one: {0}</source>
        <translation>仅此会话：{0}</translation>
    </message>
    <message>
        <source>All of them: {0}</source>
        <translation>全部：{0}</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message numerus="yes">
        <source>As on the replay panel, %n changed</source>
        <translation>
            <numerusform>按重放面板，%n 项已更改</numerusform>
        </translation>
    </message>
    <message>
        <source>As on the replay panel: nothing changed</source>
        <translation>按重放面板：没有更改</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现的问题</translation>
    </message>
    <message>
        <source>Requests before and after</source>
        <translation>请求：处理前与处理后</translation>
    </message>
    <message>
        <source>What the database keeps</source>
        <translation>数据库保存的内容</translation>
    </message>
    <message>
        <source>Prefix cache, measured and predicted</source>
        <translation>前缀缓存：实测与预测</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Choose at least one section.</source>
        <translation>请至少选择一个章节。</translation>
    </message>
    <message>
        <source>Making the report…</source>
        <translation>正在生成报告…</translation>
    </message>
    <message>
        <source>Ready: {0}, {1}</source>
        <translation>就绪：{0}，{1}</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>Recorded against these</source>
        <translation>已记录与这些设置对比</translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>Save a chart as a picture</source>
        <translation>将图表存为图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>图片 (*.png *.svg)</translation>
    </message>
    <message>
        <source>There is no chart to save; open the replay panel first.</source>
        <translation>没有可保存的图表；请先打开重放面板。</translation>
    </message>
    <message>
        <source>Which chart?</source>
        <translation>哪个图表？</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter findings</source>
        <translation>筛选发现</translation>
    </message>
    <message>
        <source>List these, or leave them out</source>
        <translation>列出这些，或不列出</translation>
    </message>
</context>
<context>
    <name>FilterField</name>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Filter: {0}</source>
        <translation>筛选：{0}</translation>
    </message>
    <message>
        <source>Filter the requests</source>
        <translation>筛选请求</translation>
    </message>
    <message>
        <source>Show only requests that fit {0}</source>
        <translation>仅显示符合 {0} 的请求</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this text</source>
        <translation>在此文本中查找</translation>
    </message>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>上一个匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>下一个匹配 (Enter)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>搜索中…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
</context>
<context>
    <name>FindingCounts</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 个提示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n detector(s) failed</source>
        <translation>
            <numerusform>%n 个检测器失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more place(s)</source>
        <translation>
            <numerusform>及另外 %n 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n detector(s)</source>
        <translation>
            <numerusform>%n 个检测器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Tool schema</source>
        <translation>工具声明</translation>
    </message>
    <message>
        <source>Broken history</source>
        <translation>损坏的历史</translation>
    </message>
    <message>
        <source>Failed requests</source>
        <translation>失败的请求</translation>
    </message>
    <message>
        <source>Over the window</source>
        <translation>超出窗口</translation>
    </message>
    <message>
        <source>Answer cut or withheld</source>
        <translation>回答被截断或被扣下</translation>
    </message>
    <message>
        <source>Failing tools</source>
        <translation>失败的工具</translation>
    </message>
    <message>
        <source>First message is not the user&apos;s</source>
        <translation>首条消息不是用户的</translation>
    </message>
    <message>
        <source>Lost read-back</source>
        <translation>无法读回</translation>
    </message>
    <message>
        <source>Blob store</source>
        <translation>数据块存储</translation>
    </message>
    <message>
        <source>Damaged skeleton</source>
        <translation>骨架受损</translation>
    </message>
    <message>
        <source>Marker in a marker</source>
        <translation>标记套标记</translation>
    </message>
    <message>
        <source>Cross-lane drift</source>
        <translation>两条通道不一致</translation>
    </message>
    <message>
        <source>Dangling citation</source>
        <translation>悬空引用</translation>
    </message>
    <message>
        <source>Citation lost in a fold</source>
        <translation>引用随折叠丢失</translation>
    </message>
    <message>
        <source>Empty summary</source>
        <translation>空摘要</translation>
    </message>
    <message>
        <source>Leaked summary</source>
        <translation>摘要外露</translation>
    </message>
    <message>
        <source>Fold before its time</source>
        <translation>过早的折叠</translation>
    </message>
    <message>
        <source>Fold without gain</source>
        <translation>折叠没有收益</translation>
    </message>
    <message>
        <source>Folding again and again</source>
        <translation>反复折叠</translation>
    </message>
    <message>
        <source>Refold cost</source>
        <translation>重复折叠的开销</translation>
    </message>
    <message>
        <source>Cache collapse</source>
        <translation>缓存骤降</translation>
    </message>
    <message>
        <source>Tool drift</source>
        <translation>工具漂移</translation>
    </message>
    <message>
        <source>Volatile prefix</source>
        <translation>易变的前缀</translation>
    </message>
    <message>
        <source>Cache mark too early</source>
        <translation>缓存标记过早</translation>
    </message>
    <message>
        <source>Dead tools</source>
        <translation>无用的工具</translation>
    </message>
    <message>
        <source>Flood</source>
        <translation>输出泛滥</translation>
    </message>
    <message>
        <source>Echo bloat</source>
        <translation>回声膨胀</translation>
    </message>
    <message>
        <source>Huge row</source>
        <translation>巨大的行</translation>
    </message>
    <message>
        <source>Broken off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Unreadable record</source>
        <translation>无法读取的记录</translation>
    </message>
    <message>
        <source>Missing trace</source>
        <translation>缺少跟踪</translation>
    </message>
    <message>
        <source>Window unknown</source>
        <translation>窗口未知</translation>
    </message>
    <message>
        <source>Unusable settings</source>
        <translation>不可用的设置</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: example {example} does not match its schema: {detail} ({outcome})</source>
        <translation>tools.{index} {tool}：示例 {example} 不符合其 schema：{detail}（{outcome}）</translation>
    </message>
    <message>
        <source>Anthropic endpoints reject a request whose examples do not match their schema. The declaration was made so {layer}.</source>
        <translation>若示例不符合 schema，Anthropic 端点会拒绝请求。该声明出自{layer}。</translation>
    </message>
    <message>
        <source>Correct the example or the schema of {tool}, or leave the examples out.</source>
        <translation>改正 {tool} 的示例或 schema，或者去掉示例。</translation>
    </message>
    <message>
        <source>An object that declares no properties was closed with additionalProperties: false, so it accepts nothing but {{}}. That was done {layer}. Anthropic endpoints reject the whole request with 400.</source>
        <translation>一个没有声明属性的对象被 additionalProperties: false 封闭，因此只接受 {{}}。封闭出自{layer}。Anthropic 端点会以 400 拒绝整个请求。</translation>
    </message>
    <message>
        <source>Do not force additionalProperties: false on objects without declared properties.</source>
        <translation>不要对没有声明属性的对象强加 additionalProperties: false。</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: {detail} accepts no properties at all ({outcome})</source>
        <translation>tools.{index} {tool}：{detail} 不接受任何属性（{outcome}）</translation>
    </message>
    <message>
        <source>An object that declares no properties was closed {layer}: the model can only send {{}}.</source>
        <translation>一个没有声明属性的对象被封闭，出自{layer}：模型只能发送 {{}}。</translation>
    </message>
    <message>
        <source>Declare its properties, or leave it open.</source>
        <translation>声明它的属性，或者让它保持开放。</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: no valid JSON Schema: {detail} ({outcome})</source>
        <translation>tools.{index} {tool}：不是有效的 JSON Schema：{detail}（{outcome}）</translation>
    </message>
    <message>
        <source>A schema that is no JSON Schema is refused or ignored, depending on the provider.</source>
        <translation>不是 JSON Schema 的 schema 会被拒绝或忽略，视提供商而定。</translation>
    </message>
    <message>
        <source>Correct the schema of {tool}.</source>
        <translation>改正 {tool} 的 schema。</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: sent otherwise than declared: {detail} ({outcome})</source>
        <translation>tools.{index} {tool}：发送的与声明的不同：{detail}（{outcome}）</translation>
    </message>
    <message>
        <source>The provider adapter overwrote what the SDK layer declared.</source>
        <translation>提供商适配器覆盖了 SDK 层的声明。</translation>
    </message>
    <message>
        <source>Look at the adapter&apos;s sanitiser; declare what it would make of the schema.</source>
        <translation>检查适配器的清洗逻辑；直接声明它会生成的 schema。</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: refused by the provider: {detail} ({outcome})</source>
        <translation>tools.{index} {tool}：被服务商拒绝：{detail}（{outcome}）</translation>
    </message>
    <message>
        <source>The provider&apos;s own words, resolved to the declaration they mean. One tool of many makes the whole request fail.</source>
        <translation>服务商的原话，已对应到所指的声明。众多工具中的一个就会使整个请求失败。</translation>
    </message>
    <message>
        <source>Correct the declaration of {tool}, or leave the tool out for this provider.</source>
        <translation>更正 {tool} 的声明，或对该服务商不提供此工具。</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: the name is taken by {detail} already ({outcome})</source>
        <translation>tools.{index} {tool}：该名称已被 {detail} 使用（{outcome}）</translation>
    </message>
    <message>
        <source>Names of tools must differ within a request: providers refuse it, or call whichever is first.</source>
        <translation>同一请求中工具名称必须不同：服务商会拒绝，或调用排在前面的那个。</translation>
    </message>
    <message>
        <source>Put the name of the server before the names of its tools.</source>
        <translation>在工具名称前加上其服务器的名称。</translation>
    </message>
    <message>
        <source>tools.{index} {tool}: {detail} ({outcome})</source>
        <translation>tools.{index} {tool}：{detail}（{outcome}）</translation>
    </message>
    <message>
        <source>The provider documents this limit (as of {as_of}).</source>
        <translation>提供商文档写明了这一限制（截至 {as_of}）。</translation>
    </message>
    <message>
        <source>Change the declaration, or the provider adapter&apos;s translation of it.</source>
        <translation>修改声明，或修改提供商适配器对它的转换。</translation>
    </message>
    <message>
        <source>{place}: the call of {tool} ({call_id}) has no result (requests: {requests}, failed: {failed})</source>
        <translation>{place}：{tool} 的调用（{call_id}）没有结果（请求：{requests}，失败：{failed}）</translation>
    </message>
    <message>
        <source>Each call must be followed by its result. Every later request repeats it: a session that is refused for it stays stuck until it is mended.</source>
        <translation>每个调用之后必须有其结果。之后的每个请求都会重复它：因此被拒绝的会话会一直卡住，直到修复。</translation>
    </message>
    <message>
        <source>Put a result behind the call (that it was interrupted), or take the call out of the history.</source>
        <translation>在调用之后补上结果（说明被中断），或将该调用移出历史。</translation>
    </message>
    <message>
        <source>{place}: the result of {tool} ({call_id}) has no call before it (requests: {requests}, failed: {failed})</source>
        <translation>{place}：{tool} 的结果（{call_id}）之前没有调用（请求：{requests}，失败：{failed}）</translation>
    </message>
    <message>
        <source>A result answers a call of the answer right before it; a fold or a window may have taken that away. Every later request repeats it: a session that is refused for it stays stuck until it is mended.</source>
        <translation>结果回应紧邻其前的回答中的调用；折叠或窗口可能已将其移除。之后的每个请求都会重复它：因此被拒绝的会话会一直卡住，直到修复。</translation>
    </message>
    <message>
        <source>Take both away together, or neither.</source>
        <translation>两者要么一起移除，要么都保留。</translation>
    </message>
    <message>
        <source>{place}: the call id {call_id} of {tool} is that of {other} (requests: {requests}, failed: {failed})</source>
        <translation>{place}：{tool} 的调用 id {call_id} 与 {other} 相同（请求：{requests}，失败：{failed}）</translation>
    </message>
    <message>
        <source>Ids of calls must be unique: a result cannot be told to which of them it belongs. Every later request repeats it: a session that is refused for it stays stuck until it is mended.</source>
        <translation>调用 id 必须唯一：否则无法判断结果属于哪个调用。之后的每个请求都会重复它：因此被拒绝的会话会一直卡住，直到修复。</translation>
    </message>
    <message>
        <source>Store each call once; look at retries and at streams that were put together twice.</source>
        <translation>每个调用只存一次；检查重试以及被重复拼接的流。</translation>
    </message>
    <message>
        <source>{place}: an empty text of role {role} (requests: {requests}, failed: {failed})</source>
        <translation>{place}：角色 {role} 的空文本（请求：{requests}，失败：{failed}）</translation>
    </message>
    <message>
        <source>This provider takes no text blocks without text. Every later request repeats it: a session that is refused for it stays stuck until it is mended.</source>
        <translation>该服务商不接受没有文字的文本块。之后的每个请求都会重复它：因此被拒绝的会话会一直卡住，直到修复。</translation>
    </message>
    <message>
        <source>Leave empty texts out; a turn that was stopped before its first word leaves one behind.</source>
        <translation>去掉空文本；在第一个字之前被停止的回合会留下这样的文本。</translation>
    </message>
    <message>
        <source>tools declared: {count}; the provider takes {limit} (requests: {requests}, failed: {failed})</source>
        <translation>声明的工具：{count}；服务商最多接受 {limit}（请求：{requests}，失败：{failed}）</translation>
    </message>
    <message>
        <source>A limit of the provider (as of {as_of}).</source>
        <translation>服务商的限制（截至 {as_of}）。</translation>
    </message>
    <message>
        <source>Offer fewer tools at once, or look them up through one that searches.</source>
        <translation>一次少提供一些工具，或通过一个搜索工具来查找。</translation>
    </message>
    <message>
        <source>cache marks: {count}; the provider takes {limit}: {places} (requests: {requests}, failed: {failed})</source>
        <translation>缓存标记：{count}；服务商最多接受 {limit}：{places}（请求：{requests}，失败：{failed}）</translation>
    </message>
    <message>
        <source>A limit of the provider (as of {as_of}); tools, system prompt and messages count together.</source>
        <translation>服务商的限制（截至 {as_of}）；工具、系统提示词和消息合并计算。</translation>
    </message>
    <message>
        <source>Keep the last mark of the tools, of the system prompt and of the messages; leave out the rest.</source>
        <translation>保留工具、系统提示词和消息各自的最后一个标记；去掉其余的。</translation>
    </message>
    <message>
        <source>{count} {noun} failed: {error}</source>
        <translation>{count} {noun}失败：{error}</translation>
    </message>
    <message>
        <source>Nothing later in the conversation succeeded.</source>
        <translation>此后会话中再没有成功的请求。</translation>
    </message>
    <message>
        <source>Read the provider&apos;s sentence; the request as it went out stands beside it.</source>
        <translation>阅读提供商的说明；旁边是当时发出的请求。</translation>
    </message>
    <message>
        <source>{count} {noun} failed and a later one succeeded: {error}</source>
        <translation>{count} {noun}失败，其后有一个成功：{error}</translation>
    </message>
    <message>
        <source>The conversation went on; the tries were lost.</source>
        <translation>会话继续了下去；失败的尝试白费了。</translation>
    </message>
    <message>
        <source>Nothing, unless it happens often.</source>
        <translation>无需处理，除非经常发生。</translation>
    </message>
    <message>
        <source>{tokens} prompt tokens, but the window holds {window}</source>
        <translation>提示词有 {tokens} 个词元，而窗口只容 {window}</translation>
    </message>
    <message>
        <source>What exceeds the window is refused or silently cut by the provider. If it was accepted, the window on record is wrong, and every budget computed from it too.</source>
        <translation>超出窗口的部分会被提供商拒绝或悄悄截断。若请求被接受，说明记录的窗口有误，由它算出的各项预算也都不对。</translation>
    </message>
    <message>
        <source>Fold or trim earlier, or correct the model&apos;s context window.</source>
        <translation>更早折叠或截断，或更正模型的上下文窗口。</translation>
    </message>
    <message>
        <source>refused for their length: {count}: {error}</source>
        <translation>因过长被拒绝：{count}：{error}</translation>
    </message>
    <message>
        <source>The provider counted more tokens than its window holds.</source>
        <translation>提供商数出的词元多于其窗口容量。</translation>
    </message>
    <message>
        <source>Set the model&apos;s context window so that folding can start in time; trim outputs earlier.</source>
        <translation>设置模型的上下文窗口，以便及时折叠；更早截断输出。</translation>
    </message>
    <message>
        <source>answers cut by the output limit: {count} ({tokens} output tokens, {reasoning} of them reasoning)</source>
        <translation>因输出上限被截断的回答：{count}（输出 {tokens} 个词元，其中推理 {reasoning}）</translation>
    </message>
    <message>
        <source>The model had more to say when its limit of output tokens was reached.</source>
        <translation>达到输出词元上限时，模型还没说完。</translation>
    </message>
    <message>
        <source>Raise the limit of output tokens, lower the reasoning effort, or ask for less at once.</source>
        <translation>提高输出词元上限，降低推理强度，或一次少问一些。</translation>
    </message>
    <message>
        <source>output limit reached before an answer began: {count} ({tokens} output tokens, {reasoning} of them reasoning)</source>
        <translation>回答尚未开始就达到输出上限：{count}（输出 {tokens} 个词元，其中推理 {reasoning}）</translation>
    </message>
    <message>
        <source>Reasoning counts as output: it used up the limit, was paid for, and nothing was said.</source>
        <translation>推理也算输出：它用尽了上限，付了费，却什么也没说。</translation>
    </message>
    <message>
        <source>arguments of {tool} cut by the output limit: {count} ({tokens} output tokens, {reasoning} of them reasoning)</source>
        <translation>{tool} 的参数因输出上限被截断：{count}（输出 {tokens} 个词元，其中推理 {reasoning}）</translation>
    </message>
    <message>
        <source>What is left of them is no JSON, so the call cannot run.</source>
        <translation>剩下的部分不是 JSON，调用无法执行。</translation>
    </message>
    <message>
        <source>Raise the limit of output tokens, or let the tool take long texts in pieces.</source>
        <translation>提高输出词元上限，或让该工具分段接收长文本。</translation>
    </message>
    <message>
        <source>answers cut because the context window was full: {count}</source>
        <translation>因上下文窗口已满被截断的回答：{count}</translation>
    </message>
    <message>
        <source>Prompt and answer share the window; the prompt left too little room.</source>
        <translation>提示词与回答共用窗口；提示词留下的空间太少。</translation>
    </message>
    <message>
        <source>Fold or trim earlier, so that an answer fits behind the prompt.</source>
        <translation>更早折叠或裁剪，使回答能放在提示词之后。</translation>
    </message>
    <message>
        <source>answers cut by the provider&apos;s content filter: {count} ({detail})</source>
        <translation>被服务商内容过滤截断的回答：{count}（{detail}）</translation>
    </message>
    <message>
        <source>What had been written until then is shown.</source>
        <translation>显示到那时为止已写出的内容。</translation>
    </message>
    <message>
        <source>Look at what the filter objected to, or change its settings.</source>
        <translation>查看过滤器针对的内容，或更改其设置。</translation>
    </message>
    <message>
        <source>answers withheld by the provider&apos;s content filter: {count} ({detail})</source>
        <translation>被服务商内容过滤扣下的回答：{count}（{detail}）</translation>
    </message>
    <message>
        <source>The request was paid for and nothing came back.</source>
        <translation>请求已付费，却没有返回任何内容。</translation>
    </message>
    <message>
        <source>answers that are a refusal: {count}</source>
        <translation>拒绝作答的回答：{count}</translation>
    </message>
    <message>
        <source>A refusal often holds for the rest of the conversation, because the history repeats it.</source>
        <translation>拒绝往往会延续到对话结束，因为历史会重复它。</translation>
    </message>
    <message>
        <source>Take the refused turn out of the history, or ask another model.</source>
        <translation>将被拒绝的回合移出历史，或换一个模型。</translation>
    </message>
    <message>
        <source>tool calls that the provider could not read: {count} ({detail})</source>
        <translation>服务商无法读取的工具调用：{count}（{detail}）</translation>
    </message>
    <message>
        <source>The provider dropped the call; the turn ended without it.</source>
        <translation>服务商丢弃了该调用；回合没有它就结束了。</translation>
    </message>
    <message>
        <source>Simplify the schemas of the tools, or try again.</source>
        <translation>简化工具的 schema，或重试。</translation>
    </message>
    <message>
        <source>answers that ended well and are empty: {count}</source>
        <translation>正常结束却为空的回答：{count}</translation>
    </message>
    <message>
        <source>Neither text nor a tool call came back.</source>
        <translation>既没有返回文本，也没有工具调用。</translation>
    </message>
    <message>
        <source>Try again; after tool results some models end like this when the prompt leaves nothing to say.</source>
        <translation>重试；有些模型在工具结果之后、提示词没留下可说的内容时会这样结束。</translation>
    </message>
    <message>
        <source>structured answers that are no JSON: {count}</source>
        <translation>不是 JSON 的结构化回答：{count}</translation>
    </message>
    <message>
        <source>The request asked for JSON; whoever reads the answer fails on it.</source>
        <translation>请求要求 JSON；读取该回答的程序会失败。</translation>
    </message>
    <message>
        <source>Use the provider&apos;s enforced form of structured output, or repair and retry.</source>
        <translation>使用服务商强制的结构化输出形式，或修复后重试。</translation>
    </message>
    <message>
        <source>structured answers that do not fit their schema: {count} ({detail})</source>
        <translation>不符合 schema 的结构化回答：{count}（{detail}）</translation>
    </message>
    <message>
        <source>The request named a schema, and the provider did not enforce it.</source>
        <translation>请求指定了 schema，服务商没有强制执行。</translation>
    </message>
    <message>
        <source>Use the provider&apos;s enforced form of structured output, or correct the schema.</source>
        <translation>使用服务商强制的结构化输出形式，或更正 schema。</translation>
    </message>
    <message>
        <source>{tool}: calls that failed: {failed} of {calls}: {error}</source>
        <translation>{tool}：失败的调用 {failed}/{calls}：{error}</translation>
    </message>
    <message>
        <source>The model read the error instead of a result.</source>
        <translation>模型读到的是错误，而不是结果。</translation>
    </message>
    <message>
        <source>Look at what the tool says.</source>
        <translation>查看该工具说了什么。</translation>
    </message>
    <message>
        <source>{tool}: every call failed ({failed} of {calls}): {error}</source>
        <translation>{tool}：每次调用都失败（{failed}/{calls}）：{error}</translation>
    </message>
    <message>
        <source>The tool never worked here: its server, its rights or its arguments are wrong.</source>
        <translation>该工具在此从未成功：它的服务器、权限或参数有误。</translation>
    </message>
    <message>
        <source>Mend the tool or take it out of the list; every round of it is paid for.</source>
        <translation>修好该工具或将其移出列表；它的每一轮都要付费。</translation>
    </message>
    <message>
        <source>{tool}: the same call was made {same} times and failed {repeats} times: {error}</source>
        <translation>{tool}：同一调用发出 {same} 次，失败 {repeats} 次：{error}</translation>
    </message>
    <message>
        <source>Nothing in the error tells the model what to change, or what it changes in between does not help. Calls of this tool that failed: {failed} of {calls}.</source>
        <translation>错误没有告诉模型该改什么，或其间的改动没有用。该工具失败的调用：{failed}/{calls}。</translation>
    </message>
    <message>
        <source>Let the tool say what would work; stop a loop that repeats a failing call.</source>
        <translation>让工具说明怎样才能成功；停止重复失败调用的循环。</translation>
    </message>
    <message>
        <source>{tool}: called although it was not offered: {count}</source>
        <translation>{tool}：未提供却被调用：{count} 次</translation>
    </message>
    <message>
        <source>The request declared no tool of this name: it was made up, or the history knows it.</source>
        <translation>请求没有声明此名称的工具：它是编造的，或来自历史。</translation>
    </message>
    <message>
        <source>Keep the tools of a conversation together, or take the old calls out of its history.</source>
        <translation>在整个对话中保持同一组工具，或将旧调用移出历史。</translation>
    </message>
    <message>
        <source>{tool}: called although it was not offered: {count}; perhaps {detail} was meant</source>
        <translation>{tool}：未提供却被调用：{count} 次；可能是指 {detail}</translation>
    </message>
    <message>
        <source>Give tools names that differ clearly, and keep the tools of a conversation together.</source>
        <translation>给工具取明显不同的名称，并在整个对话中保持同一组工具。</translation>
    </message>
    <message>
        <source>{tool}: arguments that are no JSON: {count} ({arguments})</source>
        <translation>{tool}：参数不是 JSON：{count} 次（{arguments}）</translation>
    </message>
    <message>
        <source>The call cannot run; the application sees a text where it expects an object.</source>
        <translation>调用无法执行；应用期望对象，却得到文本。</translation>
    </message>
    <message>
        <source>A provider that enforces schemas prevents this; else describe the arguments better.</source>
        <translation>强制执行 schema 的服务商可避免此问题；否则请把参数描述得更清楚。</translation>
    </message>
    <message>
        <source>{tool}: arguments that do not fit the schema: {count} ({detail})</source>
        <translation>{tool}：参数不符合 schema：{count} 次（{detail}）</translation>
    </message>
    <message>
        <source>The tool refuses such a call, or runs with arguments it does not know.</source>
        <translation>工具会拒绝这样的调用，或带着不认识的参数运行。</translation>
    </message>
    <message>
        <source>{tool}: outputs that were cut before they got here: {count} ({note})</source>
        <translation>{tool}：到达之前已被截断的输出：{count}（{note}）</translation>
    </message>
    <message>
        <source>The tool itself or its server shortened them; nothing here has the rest, and the model counts and concludes from what it sees.</source>
        <translation>工具本身或其服务器将其缩短；此处没有其余部分，模型只能按所见计数和推断。</translation>
    </message>
    <message>
        <source>Ask the tool for less at once, page by page, or raise its own limit.</source>
        <translation>一次少要一些，分页获取，或提高工具自身的上限。</translation>
    </message>
    <message>
        <source>{tool}: a list of {shown} of {total} (such outputs: {count})</source>
        <translation>{tool}：列表只有 {total} 项中的 {shown} 项（此类输出：{count}）</translation>
    </message>
    <message>
        <source>The output names a total that is larger than its list and no way to the rest.</source>
        <translation>输出给出的总数大于其列表，且没有取得其余部分的途径。</translation>
    </message>
    <message>
        <source>Ask the tool page by page, or raise its own limit.</source>
        <translation>分页向工具请求，或提高其自身的上限。</translation>
    </message>
    <message>
        <source>the prompt opens with a message of role {role}</source>
        <translation>提示词以角色 {role} 的消息开头</translation>
    </message>
    <message>
        <source>Anthropic and others require the first message to be the user&apos;s.</source>
        <translation>Anthropic 等要求第一条消息来自用户。</translation>
    </message>
    <message>
        <source>Cut a history at a user message; extend a window backwards to one.</source>
        <translation>在用户消息处截断历史；把窗口向前扩展到一条用户消息。</translation>
    </message>
    <message>
        <source>the next prompt would open with a message of role {role}</source>
        <translation>下一个提示词将以角色 {role} 的消息开头</translation>
    </message>
    <message>
        <source>The branch, after its last cleared context, starts so. Anthropic and others refuse that.</source>
        <translation>该分支在最后一次清空上下文之后如此开头。Anthropic 等会拒绝。</translation>
    </message>
    <message>
        <source>Start the branch with a user message, or clear the context before one.</source>
        <translation>让分支以用户消息开头，或在用户消息之前清空上下文。</translation>
    </message>
    <message>
        <source>{handle} is folded away and the summary does not name it</source>
        <translation>{handle} 已被折叠，而摘要没有提到它</translation>
    </message>
    <message>
        <source>The summary names no handle, and nothing since shows that the model knew it. Builds that append a manifest to the summary keep it readable; earlier ones lose it.</source>
        <translation>摘要没有提到任何句柄，此后也没有迹象表明模型知道它。会在摘要后附上清单的版本能保持可读；更早的版本会丢失它。</translation>
    </message>
    <message>
        <source>Serve the summary with its manifest of attachments.</source>
        <translation>连同附件清单一起提供摘要。</translation>
    </message>
    <message>
        <source>{handle} lies outside the window of the last {limit} messages, and the right to read it is gone</source>
        <translation>{handle} 在最近 {limit} 条消息的窗口之外，读取它的权限也没有了</translation>
    </message>
    <message>
        <source>With a message window read-back rights shrink to what the window holds.</source>
        <translation>使用消息窗口时，读回权限缩小到窗口所含的内容。</translation>
    </message>
    <message>
        <source>Widen or remove the message window, or attach the file again.</source>
        <translation>放宽或取消消息窗口，或重新附上文件。</translation>
    </message>
    <message>
        <source>archived outputs that are folded away, their paths not in the summary: {count} ({chars} chars)</source>
        <translation>被折叠的归档输出，其路径不在摘要中：{count} 个（{chars} 字符）</translation>
    </message>
    <message>
        <source>Builds that append a manifest to the summary keep them readable; earlier ones lose them.</source>
        <translation>会在摘要后附上清单的版本能保持可读；更早的版本会丢失它们。</translation>
    </message>
    <message>
        <source>Serve the summary with its manifest of archived outputs.</source>
        <translation>连同归档输出的清单一起提供摘要。</translation>
    </message>
    <message>
        <source>archived outputs outside the window of the last {limit} messages: {count} ({chars} chars)</source>
        <translation>最近 {limit} 条消息的窗口之外的归档输出：{count} 个（{chars} 字符）</translation>
    </message>
    <message>
        <source>Widen or remove the message window.</source>
        <translation>放宽或取消消息窗口。</translation>
    </message>
    <message>
        <source>an archived output of {chars} chars is served without a path ({state})</source>
        <translation>一个 {chars} 字符的归档输出没有给出路径（{state}）</translation>
    </message>
    <message>
        <source>Its file entry is missing or is no blob of the store, so the marker names no path and fs_read refuses everything else.</source>
        <translation>它的文件条目缺失，或不是该存储的数据块，因此标记中没有路径，而 fs_read 拒绝其他任何路径。</translation>
    </message>
    <message>
        <source>Restore the entry from a backup; the head and the tail are all that is left otherwise.</source>
        <translation>从备份恢复该条目；否则只剩开头和结尾。</translation>
    </message>
    <message>
        <source>the blob {name} ({chars} chars) behind a marker is gone</source>
        <translation>标记背后的数据块 {name}（{chars} 字符）不见了</translation>
    </message>
    <message>
        <source>The marker tells the model to read a file that is not there.</source>
        <translation>标记让模型去读一个不存在的文件。</translation>
    </message>
    <message>
        <source>Restore the file from a backup, or name the folder it lies in.</source>
        <translation>从备份恢复该文件，或指明它所在的文件夹。</translation>
    </message>
    <message>
        <source>a read-back was refused: {note}</source>
        <translation>一次读回被拒绝：{note}</translation>
    </message>
    <message>
        <source>The path is not among those whose markers stand in this request.</source>
        <translation>该路径不属于本次请求中所见标记的路径。</translation>
    </message>
    <message>
        <source>Keep the marker, or a manifest with its path, in the prompt as long as the model may need it.</source>
        <translation>只要模型可能需要，就把标记或含其路径的清单留在提示词中。</translation>
    </message>
    <message>
        <source>outputs that show a marker although no request registers fs_read: {count}</source>
        <translation>输出中有标记，但没有请求注册 fs_read：{count} 个</translation>
    </message>
    <message>
        <source>The marker tells the model to use a tool that it does not have.</source>
        <translation>标记让模型使用一个它没有的工具。</translation>
    </message>
    <message>
        <source>Register fs_read whenever a marker is in the prompt.</source>
        <translation>只要提示词中有标记，就注册 fs_read。</translation>
    </message>
    <message>
        <source>{tool}: the file entry {entry} does not exist</source>
        <translation>{tool}：文件条目 {entry} 不存在</translation>
    </message>
    <message>
        <source>The envelope points to an entry that was deleted; its marker shows no path.</source>
        <translation>信封指向一个已删除的条目；它的标记没有路径。</translation>
    </message>
    <message>
        <source>Restore the row; the file may still lie in the folder until the weekly sweep.</source>
        <translation>恢复该行；文件在每周清理之前可能仍在文件夹中。</translation>
    </message>
    <message>
        <source>{tool}: the entry {entry} is no blob of this store and is refused</source>
        <translation>{tool}：条目 {entry} 不是该存储的数据块，被拒绝</translation>
    </message>
    <message>
        <source>Only internal .txt entries that are deleted when unreferenced are read: anything else could be any file of the machine.</source>
        <translation>只读取无引用时会删除的内部 .txt 条目：其他条目可能是本机上的任何文件。</translation>
    </message>
    <message>
        <source>Find out who wrote the envelope; the application itself does not make such ones.</source>
        <translation>查明信封由谁写入；应用自身不会写出这样的信封。</translation>
    </message>
    <message>
        <source>{tool}: the file of entry {entry} is missing</source>
        <translation>{tool}：条目 {entry} 的文件缺失</translation>
    </message>
    <message>
        <source>The text is gone.</source>
        <translation>文本已丢失。</translation>
    </message>
    <message>
        <source>Restore the file from a backup; a blob is the only copy of its text.</source>
        <translation>从备份恢复该文件；数据块是其文本的唯一副本。</translation>
    </message>
    <message>
        <source>{tool}: the file of entry {entry} has another size: {detail}</source>
        <translation>{tool}：条目 {entry} 的文件大小不符：{detail}</translation>
    </message>
    <message>
        <source>The blob was cut or overwritten.</source>
        <translation>数据块被截断或覆盖。</translation>
    </message>
    <message>
        <source>{tool}: the file of entry {entry} has other bytes: {detail}</source>
        <translation>{tool}：条目 {entry} 的文件内容不符：{detail}</translation>
    </message>
    <message>
        <source>The blob was changed after it was stored.</source>
        <translation>数据块在存储之后被改动。</translation>
    </message>
    <message>
        <source>{tool}: the envelope cannot be read</source>
        <translation>{tool}：无法读取信封</translation>
    </message>
    <message>
        <source>Required members are missing or of the wrong type; the output shows as raw JSON.</source>
        <translation>必需的成员缺失或类型不对；输出以原始 JSON 显示。</translation>
    </message>
    <message>
        <source>Look at the stored part; nothing can be rendered from it.</source>
        <translation>查看存储的部分；从它无法呈现任何内容。</translation>
    </message>
    <message>
        <source>{tool}: the entry {entry} is whole but not the text of its envelope: {detail}</source>
        <translation>{tool}：条目 {entry} 完好，但不是其信封的文本：{detail}</translation>
    </message>
    <message>
        <source>The model would read another text than the excerpt shows.</source>
        <translation>模型读到的会是与摘录不同的文本。</translation>
    </message>
    <message>
        <source>Find the entry whose hash fits, or restore it.</source>
        <translation>找出哈希相符的条目，或恢复它。</translation>
    </message>
    <message>
        <source>{tool}: no reference ties the blob {entry} to its message, so a collection takes it</source>
        <translation>{tool}：没有引用把数据块 {entry} 与其消息相连，因此会被回收</translation>
    </message>
    <message>
        <source>An envelope still points to it, but only rows of the reference tables protect a blob.</source>
        <translation>仍有信封指向它，但只有引用表中的行才能保护数据块。</translation>
    </message>
    <message>
        <source>Add the reference before the next collection runs.</source>
        <translation>在下次回收之前补上引用。</translation>
    </message>
    <message>
        <source>a row of {table} refers to the file entry {entry}, which does not exist</source>
        <translation>{table} 中的一行引用了不存在的文件条目 {entry}</translation>
    </message>
    <message>
        <source>The reference protects nothing.</source>
        <translation>该引用什么也保护不了。</translation>
    </message>
    <message>
        <source>Harmless by itself; look for the envelope or attachment that lost its entry.</source>
        <translation>本身无害；请找出丢失了条目的信封或附件。</translation>
    </message>
    <message>
        <source>entries that nothing refers to: {count} ({bytes} bytes); the next collection takes them (the oldest since {since})</source>
        <translation>没有任何引用的条目：{count} 个（{bytes} 字节）；下次回收会删除它们（最早自 {since}）</translation>
    </message>
    <message>
        <source>Entries without a reference go one hour after they were made, at most 100 a pass.</source>
        <translation>没有引用的条目在创建一小时后删除，每次最多 100 个。</translation>
    </message>
    <message>
        <source>Nothing, unless one of them is still needed.</source>
        <translation>无需处理，除非其中某个仍有用。</translation>
    </message>
    <message>
        <source>files without a row in the blob folder: {count} ({names})</source>
        <translation>数据块文件夹中没有对应行的文件：{count} 个（{names}）</translation>
    </message>
    <message>
        <source>The sweep, every {days} days, removes them.</source>
        <translation>每 {days} 天一次的清理会删除它们。</translation>
    </message>
    <message>
        <source>Nothing, unless one of them is the only copy of a lost entry.</source>
        <translation>无需处理，除非其中某个是丢失条目的唯一副本。</translation>
    </message>
    <message>
        <source>files without a row in the blob folder: {count}, more than the sweep dares to remove ({names})</source>
        <translation>数据块文件夹中没有对应行的文件：{count} 个，超过清理敢于删除的数量（{names}）</translation>
    </message>
    <message>
        <source>A sweep that would take more than half of the files takes none.</source>
        <translation>若清理会删除超过一半的文件，则一个也不删。</translation>
    </message>
    <message>
        <source>Check that the database and the folder belong together.</source>
        <translation>确认数据库与该文件夹属于同一套数据。</translation>
    </message>
    <message>
        <source>{tool}: the text {detail} has no place in the stored skeleton</source>
        <translation>{tool}：文本 {detail} 在存储的骨架中没有位置</translation>
    </message>
    <message>
        <source>Rendering the envelope puts the text nowhere: it is silently missing from the prompt.</source>
        <translation>呈现信封时该文本无处可放：它在提示词中悄悄消失。</translation>
    </message>
    <message>
        <source>Restore the message, or put the item back.</source>
        <translation>恢复该消息，或把该项放回去。</translation>
    </message>
    <message>
        <source>{tool}: fields that identify an item are missing ({detail})</source>
        <translation>{tool}：缺少标识条目的字段（{detail}）</translation>
    </message>
    <message>
        <source>Citations name items by id and show their url and title; without them they dangle.</source>
        <translation>引用以 id 指明条目，并显示其网址和标题；缺了它们引用就会悬空。</translation>
    </message>
    <message>
        <source>Restore the message from a backup.</source>
        <translation>从备份恢复该消息。</translation>
    </message>
    <message>
        <source>{tool}: the excerpt of a persisted output holds another marker</source>
        <translation>{tool}：归档输出的摘录中含有另一个标记</translation>
    </message>
    <message>
        <source>Reading the outer one back leads to the next marker instead of the text, and the inner path may not be in the allow-list any more.</source>
        <translation>读回外层得到的是下一个标记而不是文本，而内层路径可能已不在允许列表中。</translation>
    </message>
    <message>
        <source>Exempt the tools that read blobs from trimming, and leave texts with a marker alone.</source>
        <translation>让读取数据块的工具免于截断，并且不动含标记的文本。</translation>
    </message>
    <message>
        <source>{detail} ({lost} tokens sent again)</source>
        <translation>{detail}（重新发送 {lost} 个词元）</translation>
    </message>
    <message>
        <source>What the history renders from storage is not what the turn itself sent.</source>
        <translation>历史从存储中呈现的，与该轮当时发送的不同。</translation>
    </message>
    <message>
        <source>Render the same output to the same bytes in every request.</source>
        <translation>同一输出在每个请求中都呈现为相同的字节。</translation>
    </message>
    <message>
        <source>outputs of {low} to {high} chars that were trimmed in flight but stored whole: {count} ({tools})</source>
        <translation>长度在 {low} 到 {high} 字符之间、发送时截断但完整存储的输出：{count} 个（{tools}）</translation>
    </message>
    <message>
        <source>The window caps the in-flight threshold, the storage trim uses the configured one. In the next turn they are trimmed again into a new entry: another path in the marker ends the cached prefix.</source>
        <translation>窗口限制了发送时的阈值，而存储截断使用设定的阈值。下一轮它们会再次截断成新的条目：标记中的路径不同，缓存前缀到此为止。</translation>
    </message>
    <message>
        <source>Set the threshold to what the window allows.</source>
        <translation>把阈值设为窗口允许的值。</translation>
    </message>
    <message>
        <source>archived outputs that come back in another form than they were sent in: {count} ({tools})</source>
        <translation>归档输出读回时的形式与发送时不同：{count} 个（{tools}）</translation>
    </message>
    <message>
        <source>read_file is trimmed in flight as text with its note but stored by field; fs_read goes out in full and comes back as a marker.</source>
        <translation>read_file 发送时连同其附注按文本截断，存储时按字段截断；fs_read 发送时完整，读回时成了标记。</translation>
    </message>
    <message>
        <source>Expected with these tools: the cached prefix ends there once.</source>
        <translation>对这些工具而言属正常：缓存前缀在那里中断一次。</translation>
    </message>
    <message>
        <source>citations that lead nowhere: {count} ({ids})</source>
        <translation>无处可寻的引用：{count} 处（{ids}）</translation>
    </message>
    <message>
        <source>No look-up on the path has these ids. The model saw something that is gone, or made them up.</source>
        <translation>路径上没有任何查询有这些 id。模型看到的东西已不在，或者是它编造的。</translation>
    </message>
    <message>
        <source>Check the claim; keep citation ids in summaries verbatim.</source>
        <translation>核对该说法；在摘要中逐字保留引用 id。</translation>
    </message>
    <message>
        <source>citations of sources that are folded away: {count} ({ids}), {kept} of them named by the summary</source>
        <translation>引用的来源已被折叠：{count} 处（{ids}），其中 {kept} 处在摘要中提到</translation>
    </message>
    <message>
        <source>The model knew the ids from the summary at best, not the text; and a citation resolves within its own message only, so none of them is shown as a link.</source>
        <translation>模型至多从摘要知道这些 id，而不知道文本；而且引用只在自己的消息内解析，因此都不会显示为链接。</translation>
    </message>
    <message>
        <source>Let the model search or read again before it cites, or fold later.</source>
        <translation>让模型在引用之前重新搜索或读取，或者晚些折叠。</translation>
    </message>
    <message>
        <source>the stored summary is empty</source>
        <translation>存储的摘要是空的</translation>
    </message>
    <message>
        <source>Everything up to this message would be served as nothing.</source>
        <translation>这条消息之前的一切都会被当作没有。</translation>
    </message>
    <message>
        <source>Remove the summary from the row; the history is then served again.</source>
        <translation>从该行删除摘要；历史就会重新提供。</translation>
    </message>
    <message>
        <source>the stored summary says that it is none: {text}</source>
        <translation>存储的摘要自称没有摘要：{text}</translation>
    </message>
    <message>
        <source>A text stands where the summary should be, and it says that there is none: the history is gone.</source>
        <translation>摘要的位置上是一段说明没有摘要的文字：历史已经丢失。</translation>
    </message>
    <message>
        <source>the summarise call returned no summary but a note: {text}</source>
        <translation>摘要调用返回的不是摘要，而是一条说明：{text}</translation>
    </message>
    <message>
        <source>Taken for a summary, it replaces the history; its input was paid for all the same.</source>
        <translation>它被当作摘要替换了历史；其输入照样付了费。</translation>
    </message>
    <message>
        <source>Treat such a note as a failed fold and serve the history unfolded.</source>
        <translation>应把这样的说明视为折叠失败，并发送未折叠的历史。</translation>
    </message>
    <message>
        <source>the prompt opens with a summary that says that it is none: {text}</source>
        <translation>提示词开头的摘要自称没有摘要：{text}</translation>
    </message>
    <message>
        <source>the summarise call returned an empty summary</source>
        <translation>生成摘要的调用返回了空摘要</translation>
    </message>
    <message>
        <source>Nothing may be folded then; its input was paid for all the same.</source>
        <translation>那样就不能折叠任何内容；但其输入照样付了费。</translation>
    </message>
    <message>
        <source>Look at the summariser&apos;s answer: a reasoning model may have spent all its tokens on thinking.</source>
        <translation>查看摘要模型的回答：推理模型可能把词元全用在了思考上。</translation>
    </message>
    <message>
        <source>the prompt opens with a summary wrapper around nothing</source>
        <translation>提示词以一个空的摘要包装开头</translation>
    </message>
    <message>
        <source>The model lost the folded history.</source>
        <translation>模型失去了被折叠的历史。</translation>
    </message>
    <message>
        <source>Treat an empty summary as a failed fold.</source>
        <translation>把空摘要当作折叠失败处理。</translation>
    </message>
    <message>
        <source>a summary is stored as an ordinary message of role {role}</source>
        <translation>摘要被存成了一条角色为 {role} 的普通消息</translation>
    </message>
    <message>
        <source>The user sees it, and the next fold summarises a summary.</source>
        <translation>用户会看到它，而下次折叠会对摘要再做摘要。</translation>
    </message>
    <message>
        <source>Delete the message; keep the summary on its boundary row.</source>
        <translation>删除该消息；把摘要留在其边界行。</translation>
    </message>
    <message>
        <source>the main chain answered with a summary</source>
        <translation>主链用摘要作了回答</translation>
    </message>
    <message>
        <source>A summarise instruction reached the conversation, or its reply was taken for an answer.</source>
        <translation>摘要指令进入了会话，或者其回复被当成了回答。</translation>
    </message>
    <message>
        <source>Look at the last user message of this request.</source>
        <translation>查看该请求的最后一条用户消息。</translation>
    </message>
    <message>
        <source>folds before their time: {count}; estimated {estimated} tokens, about {sent} would have gone out (trigger {trigger})</source>
        <translation>过早的折叠：{count}；估计 {estimated} 个词元，实际约会发出 {sent}（触发值 {trigger}）</translation>
    </message>
    <message>
        <source>The estimate counted outputs in full that the in-flight trim was about to cut. {before} tokens were sent before the fold and {after} after it; {folded} messages were given up for a summary, and {lost} cached tokens were sent anew.</source>
        <translation>估计时把即将被发送前裁剪的输出按全长计算。折叠前发送了 {before} 个词元，之后 {after} 个；{folded} 条消息被换成摘要，{lost} 个已缓存的词元被重新发送。</translation>
    </message>
    <message>
        <source>Estimate after trimming. Until then a larger window keeps such folds away.</source>
        <translation>应在裁剪之后估计。在此之前，更大的窗口可避免这类折叠。</translation>
    </message>
    <message>
        <source>folds that made nothing smaller: {count} (the first left {after} tokens of {before})</source>
        <translation>没有变小的折叠：{count}（第一次从 {before} 个词元剩下 {after} 个）</translation>
    </message>
    <message>
        <source>folds of 0 messages that were settled as done: {count} (the first: {before} → {after} tokens)</source>
        <translation>折叠 0 条消息却记为完成：{count}（第一次：{before} → {after} 个词元）</translation>
    </message>
    <message>
        <source>The kept turns alone are about as large as everything before.</source>
        <translation>仅保留的几轮就差不多和之前全部一样大。</translation>
    </message>
    <message>
        <source>Trim outputs earlier or keep fewer turns; a fold cannot make the last turn smaller.</source>
        <translation>更早截断输出或保留更少的轮次；折叠无法缩小最后一轮。</translation>
    </message>
    <message>
        <source>Nothing was folded, yet the window shows a compaction. Newer builds drop such events.</source>
        <translation>什么也没有折叠，窗口却显示了一次压缩。较新的版本会丢弃这类事件。</translation>
    </message>
    <message>
        <source>Settle a fold of nothing as skipped.</source>
        <translation>把没有内容的折叠记为跳过。</translation>
    </message>
    <message>
        <source>{folds} folds within {within} requests</source>
        <translation>{within} 个请求内折叠了 {folds} 次</translation>
    </message>
    <message>
        <source>A fold leaves about {after} tokens, so close to the trigger that the next output reaches it again.</source>
        <translation>一次折叠后约剩 {after} 个词元，离触发线太近，下一个输出就会再次触及。</translation>
    </message>
    <message>
        <source>Use a larger window, keep less after a fold, or trim outputs so that a turn fits.</source>
        <translation>使用更大的窗口，折叠后少保留一些，或截断输出使一轮放得下。</translation>
    </message>
    <message>
        <source>{folds} stored folds within {within} messages</source>
        <translation>{within} 条消息内存储了 {folds} 次折叠</translation>
    </message>
    <message>
        <source>{folds} folds inside one turn of {within} steps</source>
        <translation>一轮共 {within} 步中折叠了 {folds} 次</translation>
    </message>
    <message>
        <source>{folds} folds in one turn read {total} tokens, {first} at first and {last} at last; a memo would save about {saved}{money}</source>
        <translation>一轮中 {folds} 次折叠读取了 {total} 个词元，首次 {first}，末次 {last}；记住上次折叠可节省约 {saved}{money}</translation>
    </message>
    <message>
        <source>Without a memo every fold of a turn reads the whole history again, not just what came since the last one.</source>
        <translation>不记住的话，一轮中每次折叠都要重读全部历史，而不只是上次之后的新内容。</translation>
    </message>
    <message>
        <source>Keep the last fold and what it consumed, and fold on from there.</source>
        <translation>保留上次折叠及其消耗的内容，并从那里继续折叠。</translation>
    </message>
    <message>
        <source>{folds} folds in one turn, of {first} messages at first and {last} at last</source>
        <translation>一轮中折叠 {folds} 次，首次 {first} 条消息，末次 {last} 条</translation>
    </message>
    <message>
        <source>One broken prefix costs one request; a lasting fall means that something changes every time.</source>
        <translation>前缀中断一次只影响一个请求；持续下降说明每次都有东西在变。</translation>
    </message>
    <message>
        <source>Look at the Cache tab for this request: the first differing byte is named there.</source>
        <translation>在“缓存”标签页查看该请求：那里指出了第一个不同的字节。</translation>
    </message>
    <message>
        <source>the set of tools changed: {detail} ({effect})</source>
        <translation>工具集合变了：{detail}（{effect}）</translation>
    </message>
    <message>
        <source>Tools stand first in every prompt: when they change, everything behind them must be sent and cached anew.</source>
        <translation>工具位于每个提示词的最前面：它们一变，后面的一切都要重新发送并重新缓存。</translation>
    </message>
    <message>
        <source>Send the tools in one fixed order with unchanged schemas for the whole conversation.</source>
        <translation>整个会话以固定顺序、不变的 schema 发送工具。</translation>
    </message>
    <message>
        <source>the same tools stand in another order: {detail} ({effect})</source>
        <translation>同样的工具换了顺序：{detail}（{effect}）</translation>
    </message>
    <message>
        <source>the declaration of {detail} changed ({effect})</source>
        <translation>{detail} 的声明变了（{effect}）</translation>
    </message>
    <message>
        <source>no tools from here on; there were {detail} before ({effect})</source>
        <translation>从这里起没有工具；之前有 {detail} 个（{effect}）</translation>
    </message>
    <message>
        <source>no tools in this one request; there were {detail} before ({effect})</source>
        <translation>这一个请求没有工具；之前有 {detail} 个（{effect}）</translation>
    </message>
    <message>
        <source>Tools stand first in every prompt: when they change, everything behind them must be sent and cached anew. A list that is empty once points to a tool cache that was still cold after a start.</source>
        <translation>工具位于每个提示词的最前面：它们一变，后面的一切都要重新发送并重新缓存。列表空了一次，说明启动后工具缓存还是冷的。</translation>
    </message>
    <message>
        <source>Wait for the tool list before the first request, or keep the last known list.</source>
        <translation>在第一个请求之前等待工具列表，或保留上次已知的列表。</translation>
    </message>
    <message>
        <source>a {shape} stands at character {at} of the system prompt: {text}</source>
        <translation>系统提示词第 {at} 个字符处有{shape}：{text}</translation>
    </message>
    <message>
        <source>It stayed the same here, but a conversation begun at another time shares no prefix with it.</source>
        <translation>它在这里没有变化，但在其他时间开始的会话与它没有共同前缀。</translation>
    </message>
    <message>
        <source>Move it to the last user message; the system prompt then stays the same.</source>
        <translation>把它移到最后一条用户消息；系统提示词就保持不变。</translation>
    </message>
    <message>
        <source>a {shape} at character {at} of the system prompt took {count} values: {text}</source>
        <translation>系统提示词第 {at} 个字符处的{shape}有 {count} 个不同的值：{text}</translation>
    </message>
    <message>
        <source>Each change ends the cached prefix there: everything behind it is sent and cached anew.</source>
        <translation>每次变化都使缓存前缀在此中断：后面的一切都要重新发送并缓存。</translation>
    </message>
    <message>
        <source>the prompt of assistant {name} holds {text}</source>
        <translation>助手 {name} 的提示词含有 {text}</translation>
    </message>
    <message>
        <source>It is filled in anew for every request, so nothing behind it is ever read from the cache, and such prompts get no cache mark at all.</source>
        <translation>它在每个请求中重新填入，因此它之后的内容永远不会从缓存读取，而且这类提示词完全没有缓存标记。</translation>
    </message>
    <message>
        <source>the last cache mark ({place}) leaves up to {behind} messages behind it: about {each} tokens at full price in each of {count} requests, {tokens} in all</source>
        <translation>最后一个缓存标记（{place}）之后还有最多 {behind} 条消息：{count} 个请求中每个约有 {each} 个词元按全价计费，共 {tokens}</translation>
    </message>
    <message>
        <source>What stands behind the last mark is never written to the cache, and the next request sends it again: it costs ten times what reading it would.</source>
        <translation>最后一个标记之后的内容从不写入缓存，下一个请求又会重新发送：费用是读取缓存的十倍。</translation>
    </message>
    <message>
        <source>Mark the newest message; the marks of tools and system prompt may stay.</source>
        <translation>标记最新的消息；工具和系统提示词的标记可以保留。</translation>
    </message>
    <message>
        <source>tools that {requests} requests sent and none called: {count} ({names}), about {tokens} tokens a request, {total} in all</source>
        <translation>{requests} 个请求发送了却从未调用的工具：{count} 个（{names}），每个请求约 {tokens} 个词元，共 {total} 个</translation>
    </message>
    <message>
        <source>Cached or not, they take room in the window, and the model chooses among them every time.</source>
        <translation>无论是否缓存，它们都占用窗口，而且模型每次都要在其中选择。</translation>
    </message>
    <message>
        <source>Switch them off for this assistant, or offer them through a tool search.</source>
        <translation>对该助手关闭它们，或通过工具搜索提供。</translation>
    </message>
    <message>
        <source>{tool} put {chars} chars (about {tokens} tokens) into the prompt{others}</source>
        <translation>{tool} 向提示词放入了 {chars} 字符（约 {tokens} 个词元）{others}</translation>
    </message>
    <message>
        <source>One output crowds out everything else, and it stays in every later prompt until a fold.</source>
        <translation>一个输出挤掉了其他一切，并且在折叠之前一直留在后续每个提示词中。</translation>
    </message>
    <message>
        <source>Lower the threshold, or give the tool a limit of its own.</source>
        <translation>降低阈值，或为该工具单独设限。</translation>
    </message>
    <message>
        <source>{tool} takes {share} of the window alone: about {tokens} of {window} tokens{others}</source>
        <translation>{tool} 独占窗口的 {share}：约 {tokens} / {window} 个词元{others}</translation>
    </message>
    <message>
        <source>{tool} put {chars} chars into the prompt, and no trim covers it{others}</source>
        <translation>{tool} 向提示词放入了 {chars} 字符，且没有任何截断覆盖它{others}</translation>
    </message>
    <message>
        <source>The tool is exempt, because trimming what is read back would loop.</source>
        <translation>该工具免于截断，因为截断读回的内容会陷入循环。</translation>
    </message>
    <message>
        <source>Page through the text with smaller limits.</source>
        <translation>以较小的限度分页读取文本。</translation>
    </message>
    <message>
        <source>{tool} returned media of a size that no trim covers{others}</source>
        <translation>{tool} 返回了没有任何截断能覆盖的大媒体{others}</translation>
    </message>
    <message>
        <source>Trims look at text only; pictures and files stay in every later prompt.</source>
        <translation>截断只看文本；图片和文件会留在后续每个提示词中。</translation>
    </message>
    <message>
        <source>Return a reference or a smaller picture.</source>
        <translation>返回一个引用，或更小的图片。</translation>
    </message>
    <message>
        <source>read tools hold {echo} of {total} stored bytes ({share}); {duplicates} bytes are duplicates; trimming saves {saved} bytes at the current threshold of {threshold} chars, {better} at {lowest}</source>
        <translation>读取类工具占了 {total} 字节存储中的 {echo} 字节（{share}）；{duplicates} 字节是重复的；在当前阈值 {threshold} 字符下截断可节省 {saved} 字节，在 {lowest} 字符下可节省 {better} 字节</translation>
    </message>
    <message>
        <source>The text lies in its file already. Stored in full it makes the database larger, slows every load, and comes back in every prompt.</source>
        <translation>这些文本已在其文件中。完整存储会使数据库变大、加载变慢，并且在每个提示词中重现。</translation>
    </message>
    <message>
        <source>Lower the storage threshold to {lowest}, or trim the stored rows.</source>
        <translation>把存储阈值降到 {lowest}，或截断已存储的行。</translation>
    </message>
    <message>
        <source>the database holds {total} bytes of messages, {echo} of them echo of read tools; {duplicates} bytes are duplicates; trimming saves {saved} bytes at the current threshold of {threshold} chars, {better} at {lowest}</source>
        <translation>数据库存有 {total} 字节的消息，其中 {echo} 字节是读取类工具的回声；{duplicates} 字节是重复的；在当前阈值 {threshold} 字符下截断可节省 {saved} 字节，在 {lowest} 字符下可节省 {better} 字节</translation>
    </message>
    <message>
        <source>All conversations together, those in the bin included; the table by tool stands in the data.</source>
        <translation>全部会话合计，包括回收站中的；按工具的表格在数据中。</translation>
    </message>
    <message>
        <source>Trim the stored rows; the largest are listed.</source>
        <translation>截断已存储的行；最大的几行已列出。</translation>
    </message>
    <message>
        <source>stored messages above 1 MB: {count}, the largest {largest} bytes ({tool}); together {whole} bytes</source>
        <translation>超过 1 MB 的已存消息：{count}，最大的 {largest} 字节（{tool}）；合计 {whole} 字节</translation>
    </message>
    <message>
        <source>Each time the topic is opened, copied or searched all of it is read and parsed.</source>
        <translation>每次打开、复制或搜索该话题时，都要读取并解析全部内容。</translation>
    </message>
    <message>
        <source>Trim it on a copy with the backfill command; lower the threshold, or let a codec cover the tool.</source>
        <translation>用 backfill 命令在副本上裁剪；降低阈值，或让编解码器覆盖该工具。</translation>
    </message>
    <message>
        <source>a request has no end: neither an answer nor an error was recorded</source>
        <translation>一个请求没有结束：既没有记录回答，也没有记录错误</translation>
    </message>
    <message>
        <source>The process ended, another one overwrote the file, or the recorder never closes such steps.</source>
        <translation>进程结束了，另一个进程覆盖了文件，或者记录器从不关闭这类步骤。</translation>
    </message>
    <message>
        <source>Nothing can be read off it but the prompt.</source>
        <translation>除了提示词，从它读不出任何东西。</translation>
    </message>
    <message>
        <source>a request was aborted ({error}{partial})</source>
        <translation>一个请求被中止（{error}{partial}）</translation>
    </message>
    <message>
        <source>The user stopped it, or the connection was cut: both are recorded alike.</source>
        <translation>用户停止了它，或者连接中断：两者的记录相同。</translation>
    </message>
    <message>
        <source>Nothing, if the user stopped it; else look at the connection.</source>
        <translation>若是用户停止的则无需处理；否则检查连接。</translation>
    </message>
    <message>
        <source>failed after its tools had run (calls: {count}): {error}</source>
        <translation>在工具运行之后失败（调用：{count} 次）：{error}</translation>
    </message>
    <message>
        <source>What the tools did and found is lost to the conversation unless the turn is tried again.</source>
        <translation>除非重试该轮，否则工具所做的和找到的都从会话中丢失。</translation>
    </message>
    <message>
        <source>Try again; check whether the tools changed anything that must not happen twice.</source>
        <translation>重试；检查工具是否改动了不可重复的东西。</translation>
    </message>
    <message>
        <source>a turn ended in an error: {error}</source>
        <translation>一轮以错误结束：{error}</translation>
    </message>
    <message>
        <source>Its answer is missing or incomplete.</source>
        <translation>它的回答缺失或不完整。</translation>
    </message>
    <message>
        <source>Try the turn again.</source>
        <translation>重试该轮。</translation>
    </message>
    <message>
        <source>a turn is still pending after {hours} hours</source>
        <translation>一轮在 {hours} 小时后仍未完成</translation>
    </message>
    <message>
        <source>The application ended while it ran; nothing will ever complete it.</source>
        <translation>应用在它运行时结束了；没有什么会再完成它。</translation>
    </message>
    <message>
        <source>Try the turn again, or delete it.</source>
        <translation>重试该轮，或删除它。</translation>
    </message>
    <message>
        <source>a turn was stopped by the user</source>
        <translation>一轮被用户停止</translation>
    </message>
    <message>
        <source>What had arrived until then was kept.</source>
        <translation>此前已到达的内容都保留了。</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>无需处理。</translation>
    </message>
    <message>
        <source>the tool loop ended after {steps} steps without an answer</source>
        <translation>工具循环在 {steps} 步之后结束，没有给出回答</translation>
    </message>
    <message>
        <source>The limit of tool rounds was reached while the model still asked for tools.</source>
        <translation>达到了工具轮数上限，而模型仍在请求工具。</translation>
    </message>
    <message>
        <source>Raise the limit, or ask for less at once.</source>
        <translation>提高上限，或一次少要求一些。</translation>
    </message>
    <message>
        <source>a fold never ended</source>
        <translation>一次折叠从未结束</translation>
    </message>
    <message>
        <source>The turn died while the summariser ran; the window may show it as still compacting.</source>
        <translation>生成摘要时该轮中断；窗口可能显示它仍在压缩。</translation>
    </message>
    <message>
        <source>Nothing: the next turn folds again.</source>
        <translation>无需处理：下一轮会重新折叠。</translation>
    </message>
    <message>
        <source>the recorded {field} is {reason}{others}</source>
        <translation>记录的 {field} 无法读取：{reason}{others}</translation>
    </message>
    <message>
        <source>The recorder or a later tool cut it. What stands before the fault is shown, figures that depend on the rest are unknown.</source>
        <translation>记录程序或之后的工具将其截断。出错位置之前的内容会显示，依赖其余部分的数字未知。</translation>
    </message>
    <message>
        <source>Look at the raw text under Wire; nothing can be added to it.</source>
        <translation>在“线上数据”页查看原始文本；无法再补全。</translation>
    </message>
    <message>
        <source>the trace {trace} has no spans in the trace folder</source>
        <translation>跟踪 {trace} 在跟踪文件夹中没有任何 span</translation>
    </message>
    <message>
        <source>The topic names a trace, but no file with anything in it bears that id.</source>
        <translation>话题写明了一个跟踪，但没有任何有内容的文件带有该 id。</translation>
    </message>
    <message>
        <source>Check that the folder belongs to this database; else the trace was never written.</source>
        <translation>确认该文件夹属于此数据库；否则跟踪从未写入。</translation>
    </message>
    <message>
        <source>the topic has no trace id although model calls were made</source>
        <translation>话题没有跟踪 id，虽然进行过模型调用</translation>
    </message>
    <message>
        <source>Its turns ended without a trace.</source>
        <translation>它的各轮都没有留下跟踪。</translation>
    </message>
    <message>
        <source>Switch tracing on before the turn; a trace cannot be made afterwards.</source>
        <translation>在该轮之前打开跟踪；事后无法补做。</translation>
    </message>
    <message>
        <source>{model} has no context window: budgets are off (conversations: {count})</source>
        <translation>{model} 没有上下文窗口：各项预算关闭（会话：{count} 个）</translation>
    </message>
    <message>
        <source>Without a window no fold is ever triggered and the in-flight threshold is not capped.</source>
        <translation>没有窗口就不会触发折叠，发送时的阈值也没有上限。</translation>
    </message>
    <message>
        <source>Enter the model&apos;s context window in its settings.</source>
        <translation>在模型的设置中填写其上下文窗口。</translation>
    </message>
    <message>
        <source>the context window of {model} is that of the application&apos;s registry, which is not in the database</source>
        <translation>{model} 的上下文窗口来自应用的注册表，不在数据库中</translation>
    </message>
    <message>
        <source>Budgets of {count} conversations cannot be computed from the database alone.</source>
        <translation>仅凭数据库无法计算 {count} 个会话的预算。</translation>
    </message>
    <message>
        <source>Name the window to compute them: it is a setting of every replay.</source>
        <translation>给出窗口即可计算：它是每次重放的一项设置。</translation>
    </message>
    <message>
        <source>{name} is {value}: {flaw}</source>
        <translation>{name} 为 {value}：{flaw}</translation>
    </message>
    <message>
        <source>Comparisons with such a value are always false, or always true: trimming or folding is off or runs at every request.</source>
        <translation>与这样的值比较永远为假，或永远为真：截断或折叠不起作用，或在每个请求都运行。</translation>
    </message>
    <message>
        <source>Set {name} anew.</source>
        <translation>重新设置 {name}。</translation>
    </message>
    <message>
        <source>It was sent to the provider, lies in this file in the clear, and goes out again with every request until it is folded away. Exports mask it.</source>
        <translation>它已发送给提供商，以明文存在于此文件中，并且在被折叠之前随每个请求再次发出。导出时会遮盖它。</translation>
    </message>
    <message>
        <source>Revoke it and keep keys out of prompts and tool outputs.</source>
        <translation>吊销它，并且不要把密钥放进提示词和工具输出。</translation>
    </message>
    <message>
        <source>request</source>
        <translation>个请求</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>个请求</translation>
    </message>
    <message>
        <source>before the provider adapter (the application or its SDK)</source>
        <translation>提供商适配器之前的层（应用或其 SDK）</translation>
    </message>
    <message>
        <source>by the provider adapter (the declaration it was given differs)</source>
        <translation>提供商适配器（它收到的声明不同）</translation>
    </message>
    <message>
        <source>nothing was cached before</source>
        <translation>此前没有缓存</translation>
    </message>
    <message>
        <source>{0} cached tokens sent again</source>
        <translation>重新发送 {0} 个已缓存的词元</translation>
    </message>
    <message>
        <source>missing-entry</source>
        <translation>条目缺失</translation>
    </message>
    <message>
        <source>missing-file</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>timestamp</source>
        <translation>时间戳</translation>
    </message>
    <message>
        <source>it is not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>it is no number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>it is not finite</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>it is not above 0</source>
        <translation>不大于 0</translation>
    </message>
    <message>
        <source>{shape} stands in the conversation: {masked}{places}</source>
        <translation>对话中有 {shape}：{masked}{places}</translation>
    </message>
    <message>
        <source>cache hits fell from {before} to {after} and stayed there for {count} requests{reason}</source>
        <translation>缓存命中从 {before} 降到 {after}，并在 {count} 个请求中一直如此{reason}</translation>
    </message>
    <message>
        <source>Cached tokens sent again</source>
        <translation>缓存的令牌被重新发送</translation>
    </message>
    <message>
        <source>{title}: {lost} cached tokens sent again ({known}), requests affected: {count}{money}</source>
        <translation>{title}：{lost} 个已缓存的令牌被重新发送（{known}），受影响的请求：{count}{money}</translation>
    </message>
    <message>
        <source>What the request before had left in the cache was sent and paid anew; most of it here: {most} tokens.</source>
        <translation>前一个请求留在缓存中的内容被重新发送并重新计费；此处最多：{most} 个令牌。</translation>
    </message>
    <message>
        <source>{remedy}</source>
        <translation>{remedy}</translation>
    </message>
    <message>
        <source>Place a breakpoint at least every {lookback} blocks.</source>
        <translation>至少每 {lookback} 个块放置一个断点。</translation>
    </message>
    <message>
        <source>Look at the request: what was recorded does not show why.</source>
        <translation>请查看该请求：记录的内容没有显示原因。</translation>
    </message>
    <message>
        <source>Expected once per branch: an edited or regenerated answer starts from an earlier point.</source>
        <translation>每个分支预期出现一次：编辑或重新生成的回答从更早的位置开始。</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
</context>
<context>
    <name>FindingsLink</name>
    <message>
        <source>Finding {0} of {1}: {2}</source>
        <translation>发现 {0} / {1}：{2}</translation>
    </message>
    <message>
        <source>No finding matches the filter.</source>
        <translation>没有符合筛选的发现。</translation>
    </message>
    <message>
        <source>No findings</source>
        <translation>没有发现</translation>
    </message>
    <message>
        <source>Replaying with {0}</source>
        <translation>正用 {0} 重放</translation>
    </message>
    <message>
        <source>Copied {0}</source>
        <translation>已复制 {0}</translation>
    </message>
</context>
<context>
    <name>FindingsTab</name>
    <message>
        <source>No finding matches the filter.</source>
        <translation>没有符合筛选的发现。</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现的问题</translation>
    </message>
    <message>
        <source>This session could not be checked</source>
        <translation>无法检查此会话</translation>
    </message>
    <message>
        <source>Nothing to check yet</source>
        <translation>还没有可检查的</translation>
    </message>
    <message>
        <source>Open a capture or a database: what is wrong with it is listed here.</source>
        <translation>打开一个记录或数据库：其中的问题会列在这里。</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>The check begins when a conversation is on screen.</source>
        <translation>显示一个会话后开始检查。</translation>
    </message>
    <message>
        <source>No findings so far</source>
        <translation>目前没有发现</translation>
    </message>
    <message>
        <source>Nothing was found so far</source>
        <translation>到目前为止没有发现</translation>
    </message>
    <message>
        <source>No findings</source>
        <translation>没有发现</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Failed detector</source>
        <translation>失败的检测器</translation>
    </message>
    <message>
        <source>whole file</source>
        <translation>整个文件</translation>
    </message>
    <message>
        <source>whole conversation</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>turn {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>part {0}</source>
        <translation>第 {0} 部分</translation>
    </message>
    <message>
        <source>{0} looked at {1}</source>
        <translation>{0}检查了{1}</translation>
    </message>
    <message>
        <source>{0} looked at {1} in {2}</source>
        <translation>{0}检查了 {2}中的 {1}</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Checking what is stored…</source>
        <translation>正在检查存储的内容…</translation>
    </message>
    <message>
        <source>Checking conversation {0} of {1}…</source>
        <translation>正在检查会话 {0} / {1}…</translation>
    </message>
    <message>
        <source>Stopped after {0} of {1} conversations</source>
        <translation>检查 {0} / {1} 个会话后停止</translation>
    </message>
    <message>
        <source>The check could not be finished</source>
        <translation>检查未能完成</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>still there</source>
        <translation>仍存在</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>not replayable</source>
        <translation>无法重放</translation>
    </message>
    <message>
        <source>The replay under these settings does not show it any more.</source>
        <translation>在这些设置下重放不再出现此问题。</translation>
    </message>
    <message>
        <source>The replay under these settings shows it too.</source>
        <translation>在这些设置下重放仍出现此问题。</translation>
    </message>
    <message>
        <source>Only the replay under these settings shows it.</source>
        <translation>只有在这些设置下的重放才出现此问题。</translation>
    </message>
    <message>
        <source>A replay cannot tell: it does not show this finding under the session&apos;s own settings either.</source>
        <translation>重放无法判断：在会话自己的设置下重放也不出现此问题。</translation>
    </message>
    <message>
        <source>Replay: {0}</source>
        <translation>重放：{0}</translation>
    </message>
</context>
<context>
    <name>FormSwitch</name>
    <message>
        <source>Full</source>
        <translation>全文</translation>
    </message>
    <message>
        <source>Every output as its tool returned it</source>
        <translation>各输出按工具返回的原样</translation>
    </message>
    <message>
        <source>In the prompt</source>
        <translation>在提示词中</translation>
    </message>
    <message>
        <source>What the model sees after the in-flight trim</source>
        <translation>发送时截断后模型所见的内容</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>存储形式</translation>
    </message>
    <message>
        <source>What the database keeps after the turn</source>
        <translation>该轮之后数据库保存的内容</translation>
    </message>
</context>
<context>
    <name>Guard</name>
    <message>
        <source>unreadable</source>
        <translation>无法显示</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Citation skeletons</source>
        <translation>引用骨架</translation>
    </message>
    <message>
        <source>leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>next message</source>
        <translation>下一条消息</translation>
    </message>
    <message>
        <source>full screen</source>
        <translation>全屏</translation>
    </message>
</context>
<context>
    <name>HitBar</name>
    <message>
        <source>read from cache</source>
        <translation>读自缓存</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>HitList</name>
    <message>
        <source>Hits</source>
        <translation>匹配</translation>
    </message>
</context>
<context>
    <name>HitModel</name>
    <message>
        <source>(no title)</source>
        <translation>（无标题）</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>tool result</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>工具错误</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>stored text, damaged</source>
        <translation>存储的文本（已损坏）</translation>
    </message>
    <message>
        <source>recorded, not sent</source>
        <translation>有记录，未发送</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>sent, not recorded</source>
        <translation>已发送，未记录</translation>
    </message>
</context>
<context>
    <name>InspectorPanel</name>
    <message>
        <source>As sent</source>
        <translation>实际发送</translation>
    </message>
    <message>
        <source>What is shown of the selected thing</source>
        <translation>所选内容的显示方式</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>The selected turn, part or blob in readable form</source>
        <translation>所选轮次、部分或数据块的可读形式</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>The prompt as it was sent</source>
        <translation>实际发送的提示词</translation>
    </message>
    <message>
        <source>Wire</source>
        <translation>线上数据</translation>
    </message>
    <message>
        <source>The recorded JSON of request and response</source>
        <translation>记录的请求与响应 JSON</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>The tools the request offered</source>
        <translation>请求所提供的工具</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>What the provider accounted</source>
        <translation>提供商的计量</translation>
    </message>
    <message>
        <source>What changed since the request before</source>
        <translation>与上一个请求相比的变化</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>构成</translation>
    </message>
    <message>
        <source>What fills the prompt, down to single parts</source>
        <translation>提示词由什么构成，细到每个部分</translation>
    </message>
    <message>
        <source>Break</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Why its prefix did or did not match, byte by byte</source>
        <translation>前缀为何匹配或不匹配，逐字节说明</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message>
        <source>As recorded</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Show the text exactly as it was recorded, not laid out</source>
        <translation>按记录原样显示文本，不重新排版</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation>复制路径 {0}</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
</context>
<context>
    <name>LastResort</name>
    <message>
        <source>Something failed</source>
        <translation>出现错误</translation>
    </message>
    <message>
        <source>Something failed in the program; what is open was not changed.</source>
        <translation>程序出现错误；所打开的内容没有被更改。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Context Inspector</source>
        <translation>Context Inspector</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>另存副本…</translation>
    </message>
</context>
<context>
    <name>Minimap</name>
    <message>
        <source>Overview of the branch</source>
        <translation>分支概览</translation>
    </message>
</context>
<context>
    <name>Navigator</name>
    <message>
        <source>Filter the list</source>
        <translation>筛选列表</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>Agent sessions</source>
        <translation>智能体会话</translation>
    </message>
    <message>
        <source>In the bin</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>(no title)</source>
        <translation>（无标题）</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>步骤 {0}</translation>
    </message>
    <message>
        <source>run is not listed</source>
        <translation>运行未列出</translation>
    </message>
    <message>
        <source>{0} min ago</source>
        <translation>{0} 分钟前</translation>
    </message>
    <message>
        <source>{0} h ago</source>
        <translation>{0} 小时前</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>A live model is asked from the command line only (context-inspector replay --live-url …), since each answer costs. Choose another source of summaries here.</source>
        <translation>实时模型只能从命令行调用 (context-inspector replay --live-url …)，因为每次回答都要付费。请在此选择其他摘要来源。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>NumberControl</name>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>OpeningPage</name>
    <message>
        <source>Opening {0}</source>
        <translation>正在打开 {0}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Select a turn, a step or a tool call in the timeline.</source>
        <translation>请在时间线中选择一轮、一个步骤或一次工具调用。</translation>
    </message>
    <message>
        <source>This could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>载入中…</translation>
    </message>
</context>
<context>
    <name>ProbesTab</name>
    <message>
        <source>No facts are tracked</source>
        <translation>尚未跟踪任何事实</translation>
    </message>
    <message>
        <source>Type a text or /regular expression/ at the left, or select a text anywhere and choose “Probe this selection”: you will see in which request it survives.</source>
        <translation>在左侧输入文本或 /正则表达式/，或在任意位置选中文本并选择“探测所选内容”：即可看到它在哪些请求中得以保留。</translation>
    </message>
    <message>
        <source>Nothing to look through yet</source>
        <translation>还没有可供查找的内容</translation>
    </message>
    <message>
        <source>Choose a conversation with requests at the left of the window.</source>
        <translation>请在窗口左侧选择一个含有请求的会话。</translation>
    </message>
    <message>
        <source>A text, or /regular expression/</source>
        <translation>文本，或 /正则表达式/</translation>
    </message>
    <message>
        <source>Fact to track</source>
        <translation>要跟踪的事实</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Tracked facts</source>
        <translation>已跟踪的事实</translation>
    </message>
    <message>
        <source>Facts by request</source>
        <translation>各请求中的事实</translation>
    </message>
    <message>
        <source>Where each fact survives</source>
        <translation>每个事实保留在哪里</translation>
    </message>
    <message>
        <source>Said in the last answers, found by a tool:</source>
        <translation>最近回答中提到、由工具找到的：</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>an empty object</source>
        <translation>空对象</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>某个步骤</translation>
    </message>
    <message>
        <source>the list of steps</source>
        <translation>步骤列表</translation>
    </message>
    <message>
        <source>the list of runs</source>
        <translation>运行列表</translation>
    </message>
    <message>
        <source>its outermost object</source>
        <translation>最外层对象</translation>
    </message>
    <message>
        <source>Something went wrong inside the program: {0}: {1}</source>
        <translation>程序内部出错：{0}：{1}</translation>
    </message>
    <message>
        <source>{path}: no such file or folder. Check the path or drop the file onto the window.</source>
        <translation>{path}：没有这个文件或文件夹。请检查路径，或将文件拖到窗口上。</translation>
    </message>
    <message>
        <source>{path}: permission denied. Copy the file to a place you can read, or change its rights.</source>
        <translation>{path}：没有权限。请将文件复制到可读取的位置，或修改其权限。</translation>
    </message>
    <message>
        <source>{path}: the file is empty; expected a DevTools capture or a conversation database.</source>
        <translation>{path}：文件为空；应为 DevTools 捕获文件或会话数据库。</translation>
    </message>
    <message>
        <source>{path}: binary data that is neither SQLite nor JSON; expected a DevTools capture (generations.json) or a conversation database (cherrystudio.sqlite).</source>
        <translation>{path}：既非 SQLite 也非 JSON 的二进制数据；应为 DevTools 捕获文件 (generations.json) 或会话数据库 (cherrystudio.sqlite)。</translation>
    </message>
    <message>
        <source>{path}: JSON, but not a DevTools capture: expected an object with `runs` and `steps` lists, found {found}. Choose the generations.json inside a .devtools folder.</source>
        <translation>{path}：是 JSON，但不是 DevTools 捕获文件：应为含 `runs` 和 `steps` 列表的对象，实际为 {found}。请选择 .devtools 文件夹中的 generations.json。</translation>
    </message>
    <message>
        <source>{path}: not readable as JSON at byte {offset}: {found}. The file may be damaged or half-written.</source>
        <translation>{path}：在第 {offset} 字节处无法按 JSON 读取：{found}。文件可能已损坏或未写完。</translation>
    </message>
    <message>
        <source>{path}: a SQLite database without the tables `topic` and `message` of a conversation database; found {found}.</source>
        <translation>{path}：此 SQLite 数据库没有会话数据库的 `topic` 和 `message` 表；实际有 {found}。</translation>
    </message>
    <message>
        <source>{path}: the database is damaged ({found}). What is still readable is shown.</source>
        <translation>{path}：数据库已损坏（{found}）。仍可读取的内容照常显示。</translation>
    </message>
    <message>
        <source>{path}: the database is locked by another program. Close it there or try again.</source>
        <translation>{path}：数据库被其他程序锁定。请在那里关闭它，或稍后重试。</translation>
    </message>
    <message>
        <source>Setting {name}: {value} is not allowed; expected {expected}.</source>
        <translation>设置 {name}：不允许 {value}；应为 {expected}。</translation>
    </message>
    <message>
        <source>There is no setting called {name}. Did you mean {suggestion}?</source>
        <translation>没有名为 {name} 的设置。您是指 {suggestion} 吗？</translation>
    </message>
    <message>
        <source>{path}: there is no {what} {name} in it; {available}.</source>
        <translation>{path}：其中没有 {what} {name}；{available}。</translation>
    </message>
    <message>
        <source>{path}: could not be written: {found}.</source>
        <translation>{path}：无法写入：{found}。</translation>
    </message>
    <message>
        <source>{path}: exists already; choose another name.</source>
        <translation>{path}：已存在；请换一个名称。</translation>
    </message>
    <message>
        <source>{path}: could not be read: {found}.</source>
        <translation>{path}：无法读取：{found}。</translation>
    </message>
    <message>
        <source>{path}: the file ends in the middle of {what}. Complete steps, which are shown: {steps}; what was being written is missing. It is read again when the file changes.</source>
        <translation>{path}：文件在{what}中间结束。显示全部 {steps} 个完整步骤；正在写入的内容缺失。文件变化时会重新读取。</translation>
    </message>
    <message>
        <source>{path}: bytes that are no UTF-8: {count}, each shown as �. The first: byte {offset}, {where}.</source>
        <translation>{path}：有 {count} 处字节不是 UTF-8，各以 � 显示。第一处：第 {offset} 字节，{where}。</translation>
    </message>
    <message>
        <source>{path}: the file was overwritten; steps that were there before and are gone: {count}.</source>
        <translation>{path}：文件被覆盖；之前的 {count} 个步骤已消失。</translation>
    </message>
    <message>
        <source>{path}: UTF-16 text, as `&gt;` writes it in PowerShell; captures are UTF-8. Open a converted copy: iconv -f UTF-16 -t UTF-8, or Get-Content … | Set-Content -Encoding utf8.</source>
        <translation>{path}：UTF-16 文本（PowerShell 的 `&gt;` 会这样写）；捕获文件应为 UTF-8。请转换一份副本后打开：iconv -f UTF-16 -t UTF-8，或 Get-Content … | Set-Content -Encoding utf8。</translation>
    </message>
    <message>
        <source>{path}: JSON lines ({found}), one record a line; this format is not supported. Expected a DevTools capture (one object with `runs` and `steps`) or a conversation database.</source>
        <translation>{path}：JSON Lines（{found}），每行一条记录；不支持此格式。应为 DevTools 捕获（含 `runs` 与 `steps` 的一个对象）或对话数据库。</translation>
    </message>
    <message>
        <source>{path}: expected a conversation database (SQLite), found another format: {found}.</source>
        <translation>{path}：应为会话数据库（SQLite），实际是另一种格式：{found}。</translation>
    </message>
    <message>
        <source>{path}: not usable as a price table: {found}. Expected [[price]] tables.</source>
        <translation>{path}：不能用作价格表：{found}。应包含 [[price]] 表。</translation>
    </message>
    <message>
        <source>There is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. Without one, use the commands info, show and shot.</source>
        <translation>没有可打开窗口的屏幕：DISPLAY 和 WAYLAND_DISPLAY 均未设置。没有屏幕时，请使用 info、show 和 shot 命令。</translation>
    </message>
    <message>
        <source>The window needs {library}, which is not installed. Install it, on Debian and Ubuntu with: sudo apt install {package}</source>
        <translation>窗口需要 {library}，但尚未安装。在 Debian 和 Ubuntu 上可用以下命令安装：sudo apt install {package}</translation>
    </message>
    <message>
        <source>{path}: lies in the folder that was opened, which is only ever read. Choose another place.</source>
        <translation>{path}：位于已打开的文件夹内，该文件夹只会被读取。请选择其他位置。</translation>
    </message>
    <message>
        <source>{path}: the full text is not there ({found}). Head and tail are all there is.</source>
        <translation>{path}：全文不存在（{found}）。只有开头和结尾。</translation>
    </message>
    <message>
        <source>{path}: no picture format; expected a name that ends in .png or .svg.</source>
        <translation>{path}：不是图片格式；文件名应以 .png 或 .svg 结尾。</translation>
    </message>
    <message>
        <source>{path}: not a settings file: {found}. Expected TOML with lines such as truncate_threshold = 20000, as saved by this program.</source>
        <translation>{path}：不是设置文件：{found}。应为本程序保存的 TOML，含 truncate_threshold = 20000 之类的行。</translation>
    </message>
    <message>
        <source>{path}: not a workspace: {found}. Expected a file saved by File → Save workspace.</source>
        <translation>{path}：不是工作区：{found}。应为通过“文件 → 保存工作区”保存的文件。</translation>
    </message>
    <message>
        <source>{path}: a workspace of version {found}; this program reads versions up to {expected}. Update the program.</source>
        <translation>{path}：工作区版本为 {found}；本程序最高可读版本 {expected}。请更新程序。</translation>
    </message>
    <message>
        <source>{path}: its source {source} is not there. Put it back, or open the source itself and save anew.</source>
        <translation>{path}：其来源 {source} 不存在。请将其放回，或直接打开来源后重新保存。</translation>
    </message>
    <message>
        <source>{path}: not a list of tools: {found}. Expected TOML with tables such as [[tool]] with name = &quot;my_search&quot; and codec = &quot;entities&quot;, and [codec.NAME] with type and field.</source>
        <translation>{path}：不是工具列表：{found}。应为 TOML，含 [[tool]]（name = &quot;my_search&quot;、codec = &quot;entities&quot;）及 [codec.NAME]（type 和 field）之类的表。</translation>
    </message>
    <message>
        <source>Setting compressor: live needs an endpoint. Give --live-url and --live-model (the key is read from CONTEXT_INSPECTOR_API_KEY).</source>
        <translation>设置 compressor：live 需要接口地址。请提供 --live-url 和 --live-model（密钥从 CONTEXT_INSPECTOR_API_KEY 读取）。</translation>
    </message>
    <message>
        <source>Probe {name}: not a usable pattern: {found}. Write a plain text, or /regular expression/.</source>
        <translation>探针 {name}：模式不可用：{found}。请写普通文本，或 /正则表达式/。</translation>
    </message>
    <message>
        <source>{path}: neither a file nor a folder ({found}). Choose a capture or a database.</source>
        <translation>{path}：既不是文件也不是文件夹（{found}）。请选择捕获文件或数据库。</translation>
    </message>
    <message>
        <source>{path}: only white space; expected a capture or a conversation database.</source>
        <translation>{path}：只有空白字符；应为捕获文件或会话数据库。</translation>
    </message>
    <message>
        <source>{path}: the folder with stored tool outputs ({folder}) is not there; heads and tails are shown, full texts are not. Name the folder if it lies elsewhere.</source>
        <translation>{path}：存放工具输出的文件夹（{folder}）不存在；只显示开头和结尾，不显示全文。如在别处，请指明。</translation>
    </message>
    <message>
        <source>--scheduler needs the package `distributed`, which is not installed. Install it with: pip install &apos;context-inspector[cluster]&apos;.</source>
        <translation>--scheduler 需要 `distributed` 包，但未安装。安装命令：pip install &apos;context-inspector[cluster]&apos;。</translation>
    </message>
    <message>
        <source>{address}: no dask scheduler answers there ({found}). Check the address, such as tcp://host:8786.</source>
        <translation>{address}：那里没有 dask 调度器应答（{found}）。请检查地址，例如 tcp://host:8786。</translation>
    </message>
    <message>
        <source>A worker process ended unexpectedly; it may have run out of memory. Try again with fewer workers (--jobs).</source>
        <translation>一个工作进程意外结束；可能内存不足。请用更少的工作进程 (--jobs) 重试。</translation>
    </message>
    <message>
        <source>The reference has no page or section {name}. Pages: {pages}.</source>
        <translation>参考手册中没有页面或章节 {name}。可用页面：{pages}。</translation>
    </message>
    <message>
        <source>{path}: no report format; expected a name that ends in {expected}.</source>
        <translation>{path}：不是报告格式；文件名应以 {expected} 结尾。</translation>
    </message>
    <message>
        <source>{path}: {size} MB. Above 512 MiB the DevTools package can no longer read its own file and the next run overwrites the whole capture. Save a copy now.</source>
        <translation>{path}：{size} MB。超过 512 MiB 后，DevTools 包无法再读取自己的文件，下一次运行会覆盖整个捕获文件。请立即保存副本。</translation>
    </message>
    <message>
        <source>{path}: the file is being rewritten right now. Try again in a moment.</source>
        <translation>{path}：文件正在被重写。请稍后再试。</translation>
    </message>
    <message>
        <source>{path}: this database is of an application before the blob store: {found} is missing. Open it once with a newer application, or choose another database.</source>
        <translation>{path}：此数据库来自没有数据块存储的旧版应用：缺少 {found}。请用新版应用打开一次，或选择其他数据库。</translation>
    </message>
    <message>
        <source>{path}: holds something else than an unfinished copy of {source}. Choose another folder, or remove it.</source>
        <translation>{path}：其中的内容不是 {source} 的未完成副本。请选择其他文件夹，或将其删除。</translation>
    </message>
    <message>
        <source>{path}: lies inside the data it would be a copy of. Choose another folder.</source>
        <translation>{path}：位于要复制的数据之内。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path}: is what was opened, which is only ever read, or another capture or database. Choose another name.</source>
        <translation>{path}：这就是所打开的文件（只会读取，绝不写入），或是另一个捕获文件或数据库。请换一个名称。</translation>
    </message>
    <message>
        <source>{path}: not a file but {found}; nothing is written there. Choose another name.</source>
        <translation>{path}：不是文件，而是{found}；不会写入那里。请换一个名称。</translation>
    </message>
    <message>
        <source>A picture of {size} pixels cannot be made. Make the window smaller.</source>
        <translation>无法生成 {size} 像素的图片。请把窗口缩小一些。</translation>
    </message>
    <message>
        <source>--live-url {url}: no address; expected https://… up to and without /chat/completions.</source>
        <translation>--live-url {url}：不是网址；应为 https://…，写到 /chat/completions 之前为止。</translation>
    </message>
    <message>
        <source>--live-url {url}: the key in {variable} would go there unencrypted. Use https, or unset {variable} when the endpoint needs no key.</source>
        <translation>--live-url {url}：{variable} 中的密钥会以明文发送到那里。请使用 https；若该端点不需要密钥，请取消设置 {variable}。</translation>
    </message>
    <message>
        <source>{path}: not usable as cache rules: {found}. Expected [[rule]] and [[effect]] tables; see the README.</source>
        <translation>{path}：不能用作缓存规则：{found}。应为 [[rule]] 和 [[effect]] 表；请参阅 README。</translation>
    </message>
    <message>
        <source>estimator={name}: its vocabulary is not installed. Run `pip install &apos;context-inspector[{name}]&apos;`, or count by {others}.</source>
        <translation>estimator={name}：未安装其词表。请运行 `pip install &apos;context-inspector[{name}]&apos;`，或改用 {others} 计数。</translation>
    </message>
    <message>
        <source>{path}: {count} lines are no JSON objects and are left out (line {lines}). Everything else is shown.</source>
        <translation>{path}：有 {count} 行不是 JSON 对象，已略过（第 {lines} 行）。其余内容照常显示。</translation>
    </message>
    <message>
        <source>{path}: line {line} ends in the middle (byte {offset}); it is read again when the file grows.</source>
        <translation>{path}：第 {line} 行在中途结束（字节 {offset}）；文件增长后会重新读取。</translation>
    </message>
    <message>
        <source>{path}: record types this version does not know, kept and shown raw: {types}.</source>
        <translation>{path}：此版本不认识的记录类型，已保留并按原样显示：{types}。</translation>
    </message>
    <message>
        <source>{path}: values of another kind than expected, read as well as they can be: {count}. The first: step {step}, {what}.</source>
        <translation>{path}：有 {count} 处值的类型与预期不符，已尽可能读取。第一处：步骤 {step}，{what}。</translation>
    </message>
    <message>
        <source>Cache rule {pattern}: its pattern tries too many ways. Write it without nested repeats.</source>
        <translation>缓存规则 {pattern}：该模式需要尝试的组合过多。请不要使用嵌套的重复。</translation>
    </message>
    <message>
        <source>Probe {name}: its pattern tries too many ways and was stopped. Write it without nested repeats.</source>
        <translation>探针 {name}：该模式需要尝试的组合过多，已停止。请不要使用嵌套的重复。</translation>
    </message>
    <message>
        <source>{path}: {what} with {count} entries, and none of them is a request to a model (/v1/messages, /v1/responses, /v1/chat/completions, generateContent, Bedrock).</source>
        <translation>{path}：{what}，有 {count} 个条目，其中没有发往模型的请求（/v1/messages、/v1/responses、/v1/chat/completions、generateContent、Bedrock）。</translation>
    </message>
    <message>
        <source>{path}: entries that are no requests to a model and are left out: {count}.</source>
        <translation>{path}：不是模型请求、已略过的条目：{count}。</translation>
    </message>
    <message>
        <source>{path}: requests that go on from a response which is not in this file, so that the beginning of their prompt stayed with the provider: {count}.</source>
        <translation>{path}：接续自此文件中没有的响应的请求，其提示词的开头保留在提供方处：{count}。</translation>
    </message>
    <message>
        <source>{path}: a folder of sessions; choose one of them. Their files are listed by `info`.</source>
        <translation>{path}：这是会话文件夹；请选择其中一个会话。其文件可用 `info` 列出。</translation>
    </message>
    <message>
        <source>{path}: no room for a temporary copy ({found}). Free some space there, or set TMPDIR to another folder.</source>
        <translation>{path}：没有空间存放临时副本（{found}）。请在那里腾出空间，或将 TMPDIR 设为其他文件夹。</translation>
    </message>
    <message>
        <source>{path}: a trace of {count} spans, and none of them is the call of a model (gen_ai.operation.name, openinference.span.kind or AI SDK spans).</source>
        <translation>{path}：包含 {count} 个 span 的跟踪，其中没有模型调用（gen_ai.operation.name、openinference.span.kind 或 AI SDK 的 span）。</translation>
    </message>
    <message>
        <source>{path}: model calls without their messages: {count}. Content is opt-in for tracers; what was measured is shown.</source>
        <translation>{path}：没有消息内容的模型调用：{count}。跟踪器默认不记录内容；测得的数值照常显示。</translation>
    </message>
    <message>
        <source>{path}: the wire form was not recorded: causes are told by messages, not by bytes, marks or whitespace.</source>
        <translation>{path}：未记录发送时的原始形式：原因依据消息判断，而非字节、标记或空白。</translation>
    </message>
    <message>
        <source>{path}: {found}: not supported yet.</source>
        <translation>{path}：{found}：尚不支持。</translation>
    </message>
    <message>
        <source>{path}: not usable as rules: {found}. Expected [[rule]] tables, each with fact = NAME, figure = NAME and at_least or at_most, or no_error = true.</source>
        <translation>{path}：不能用作规则：{found}。应为 [[rule]] 表，每个包含 fact = 名称、figure = 名称和 at_least 或 at_most，或 no_error = true。</translation>
    </message>
    <message>
        <source>{path}: a folder with neither a conversation database, a .devtools capture nor a session in it. Choose cherrystudio.sqlite, a Data folder, .devtools/generations.json, or a folder such as ~/.claude.</source>
        <translation>{path}：此文件夹中没有会话数据库、.devtools 捕获或会话。请选择 cherrystudio.sqlite、Data 文件夹、.devtools/generations.json，或 ~/.claude 这样的文件夹。</translation>
    </message>
</context>
<context>
    <name>PromptPage</name>
    <message>
        <source>Parts of the prompt</source>
        <translation>提示词的各部分</translation>
    </message>
    <message>
        <source>The prompt is empty</source>
        <translation>提示词为空</translation>
    </message>
    <message>
        <source>This request was recorded without its inputs.</source>
        <translation>此请求的输入未被记录。</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Texts of the messages, without tools; tokens estimated by tokenx.</source>
        <translation>消息文本，不含工具；词元数由 tokenx 估算。</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Prompt tokens as the provider counted them, tools included.</source>
        <translation>提供商统计的提示词词元数，含工具。</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 词元</translation>
    </message>
    <message>
        <source>A conversation database does not record prompts</source>
        <translation>会话数据库不记录提示词</translation>
    </message>
    <message>
        <source>It keeps what was said, not what was sent. Replay (F5) rebuilds the prompt of each request from these messages and the settings.</source>
        <translation>它保存说过的话，而不是发送的内容。重放 (F5) 会根据这些消息和设置重建每个请求的提示词。</translation>
    </message>
    <message>
        <source>No prompt was recorded</source>
        <translation>没有记录提示词</translation>
    </message>
    <message>
        <source>The recorder was told to leave the inputs out, or the request failed before it was sent.</source>
        <translation>记录器被设为不保存输入，或请求在发送前就失败了。</translation>
    </message>
    <message>
        <source>No request is selected</source>
        <translation>未选择请求</translation>
    </message>
    <message>
        <source>Select an assistant turn or one of its steps: each step is one request to the model.</source>
        <translation>请选择一个助手轮次或其步骤：每个步骤是一次对模型的请求。</translation>
    </message>
</context>
<context>
    <name>RecentMenu</name>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation>清除记录</translation>
    </message>
</context>
<context>
    <name>ReferenceDialog</name>
    <message>
        <source>Nothing in the reference holds all of these words.</source>
        <translation>参考手册中没有包含所有这些词的内容。</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考手册</translation>
    </message>
    <message>
        <source>Search the reference</source>
        <translation>搜索参考手册</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Text of the section</source>
        <translation>章节内容</translation>
    </message>
</context>
<context>
    <name>Replay</name>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>trimmed</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>trigger</source>
        <translation>触发</translation>
    </message>
    <message>
        <source>read from cache</source>
        <translation>读自缓存</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>same prefix</source>
        <translation>相同前缀</translation>
    </message>
    <message>
        <source>new or moved</source>
        <translation>新增或移动</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Measured: prompt tokens the provider read from its cache.</source>
        <translation>实测：提供商从缓存读取的提示词词元。</translation>
    </message>
    <message>
        <source>Measured: prompt tokens the provider wrote to its cache.</source>
        <translation>实测：提供商写入缓存的提示词词元。</translation>
    </message>
    <message>
        <source>Measured: prompt tokens the provider neither read nor cached.</source>
        <translation>实测：提供商既未读取也未缓存的提示词词元。</translation>
    </message>
    <message>
        <source>Predicted: the beginning that is the same as in the request before, so that it can be cached.</source>
        <translation>预测：与上一个请求相同、因而可缓存的开头。</translation>
    </message>
    <message>
        <source>Predicted: everything behind the first difference.</source>
        <translation>预测：第一处差异之后的全部内容。</translation>
    </message>
    <message>
        <source>Measured: the provider did not say what its cache did.</source>
        <translation>实测：提供商未说明缓存情况。</translation>
    </message>
    <message>
        <source>measured, as it ran</source>
        <translation>实测，按实际运行</translation>
    </message>
    <message>
        <source>predicted by replay</source>
        <translation>由重放预测</translation>
    </message>
    <message>
        <source>rests on a stand-in</source>
        <translation>依赖替代摘要</translation>
    </message>
    <message>
        <source>A summary that was never written stands in this prompt; its length is an assumption.</source>
        <translation>此提示词中有一个从未写出的摘要；其长度是假设的。</translation>
    </message>
    <message>
        <source>The prompt as recorded or, where prompts are not recorded, under the session&apos;s own settings; counted as the filled bars are.</source>
        <translation>所记录的提示词；未记录时为会话自身设置下的提示词；计数方式与实心条相同。</translation>
    </message>
    <message>
        <source>A (pinned)</source>
        <translation>A（已固定）</translation>
    </message>
    <message>
        <source>Predicted: the prompt under the settings pinned as A.</source>
        <translation>预测：固定为 A 的设置下的提示词。</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>提示词词元</translation>
    </message>
    <message>
        <source>Largest prompt</source>
        <translation>最大提示词</translation>
    </message>
    <message>
        <source>Outputs trimmed</source>
        <translation>截断的输出</translation>
    </message>
    <message>
        <source>Folds</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Summariser input</source>
        <translation>摘要器输入</translation>
    </message>
    <message>
        <source>Prefix reuse</source>
        <translation>前缀复用</translation>
    </message>
    <message>
        <source>Input cost</source>
        <translation>输入费用</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Facts kept</source>
        <translation>保留的事实</translation>
    </message>
    <message>
        <source>The largest single prompt.</source>
        <translation>最大的单个提示词。</translation>
    </message>
    <message>
        <source>Tool outputs cut in a prompt or for storage, each counted once.</source>
        <translation>在提示词中或为存储而截断的工具输出，各计一次。</translation>
    </message>
    <message>
        <source>Times that old turns are folded into a summary.</source>
        <translation>旧轮次被折叠为摘要的次数。</translation>
    </message>
    <message>
        <source>Tokens that summarisers read, estimated roughly.</source>
        <translation>摘要器读取的词元，粗略估算。</translation>
    </message>
    <message>
        <source>Share of all prompt characters that stood at the same place in the request before.</source>
        <translation>全部提示词字符中与上一请求位置相同的比例。</translation>
    </message>
    <message>
        <source>Bytes of the answers as the database would keep them.</source>
        <translation>数据库将保存的回答字节数。</translation>
    </message>
    <message>
        <source>Tracked facts that the newest request holds or can read back.</source>
        <translation>最新请求包含或可回读的受跟踪事实。</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>B is better</source>
        <translation>B 更好</translation>
    </message>
    <message>
        <source>B is worse</source>
        <translation>B 更差</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>没有差别</translation>
    </message>
    <message>
        <source>the pipeline is off</source>
        <translation>管线已关闭</translation>
    </message>
    <message>
        <source>folding is off</source>
        <translation>折叠已关闭</translation>
    </message>
    <message>
        <source>folding in the loop is off</source>
        <translation>循环内折叠已关闭</translation>
    </message>
    <message>
        <source>a message window is set</source>
        <translation>设置了消息窗口</translation>
    </message>
    <message>
        <source>this is no chat</source>
        <translation>这不是聊天</translation>
    </message>
    <message>
        <source>the caller keeps its own context</source>
        <translation>调用方自行维护上下文</translation>
    </message>
    <message>
        <source>no context window is known</source>
        <translation>上下文窗口未知</translation>
    </message>
    <message>
        <source>below the trigger</source>
        <translation>低于触发值</translation>
    </message>
    <message>
        <source>everything is recent</source>
        <translation>全部都是近期内容</translation>
    </message>
    <message>
        <source>nothing is old enough</source>
        <translation>没有足够旧的内容</translation>
    </message>
    <message>
        <source>the summary was empty</source>
        <translation>摘要为空</translation>
    </message>
    <message>
        <source>the summariser failed</source>
        <translation>摘要器失败</translation>
    </message>
    <message>
        <source>the summariser failed before</source>
        <translation>摘要器先前已失败</translation>
    </message>
    <message>
        <source>recorded summary</source>
        <translation>记录的摘要</translation>
    </message>
    <message>
        <source>stand-in summary</source>
        <translation>替代摘要</translation>
    </message>
    <message>
        <source>offline outline</source>
        <translation>离线提纲</translation>
    </message>
    <message>
        <source>live summary</source>
        <translation>实时摘要</translation>
    </message>
    <message>
        <source>verbatim in the prompt</source>
        <translation>原文在提示词中</translation>
    </message>
    <message>
        <source>in a trimmed output</source>
        <translation>在被裁剪的输出中</translation>
    </message>
    <message>
        <source>only in the summary</source>
        <translation>仅在摘要中</translation>
    </message>
    <message>
        <source>can be read back</source>
        <translation>可回读</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>not yet said</source>
        <translation>尚未出现</translation>
    </message>
    <message>
        <source>never in this session</source>
        <translation>本会话中从未出现</translation>
    </message>
    <message>
        <source>sent whole</source>
        <translation>完整发送</translation>
    </message>
    <message>
        <source>trimmed to {0}</source>
        <translation>截断为 {0}</translation>
    </message>
    <message>
        <source>stored whole</source>
        <translation>完整存储</translation>
    </message>
    <message>
        <source>stored as {0}</source>
        <translation>存储为 {0}</translation>
    </message>
    <message>
        <source>replay: {0}</source>
        <translation>重放：{0}</translation>
    </message>
    <message>
        <source>folded here, {0}</source>
        <translation>在此折叠，{0}</translation>
    </message>
    <message>
        <source>no fold here</source>
        <translation>此处不折叠</translation>
    </message>
    <message>
        <source>{0} dropped</source>
        <translation>丢弃 {0}</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>Request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>turn {0}, step {1}</source>
        <translation>第 {0} 轮，步骤 {1}</translation>
    </message>
    <message>
        <source>The provider reported no token figures.</source>
        <translation>提供商没有报告词元数据。</translation>
    </message>
    <message>
        <source>together: {0} tokens</source>
        <translation>合计：{0} 词元</translation>
    </message>
    <message>
        <source>under A: {0} tokens</source>
        <translation>在 A 下：{0} 词元</translation>
    </message>
    <message>
        <source>outputs trimmed: {0}</source>
        <translation>截断的输出：{0}</translation>
    </message>
    <message>
        <source>{0} folded, {1}</source>
        <translation>折叠 {0}，{1}</translation>
    </message>
    <message>
        <source>not folded: {0}</source>
        <translation>未折叠：{0}</translation>
    </message>
    <message>
        <source>trigger: {0}</source>
        <translation>触发：{0}</translation>
    </message>
    <message>
        <source>rests on a stand-in for a summary</source>
        <translation>依赖替代摘要</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>over {0} sessions</source>
        <translation>共 {0} 个会话</translation>
    </message>
    <message>
        <source>Click to take these settings.</source>
        <translation>点击以采用这些设置。</translation>
    </message>
    <message>
        <source>Predicted: what each prompt&apos;s cache would read, write and take anew, and what summarisers read.</source>
        <translation>预测值：每个提示的缓存将读取、写入和重新计入的部分，以及摘要器读取的部分。</translation>
    </message>
    <message>
        <source>All prompts of the session, counted from their texts by the estimator chosen.</source>
        <translation>会话的全部提示，由所选估算器按文本计数。</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>no summariser is set</source>
        <translation>未设置摘要器</translation>
    </message>
    <message>
        <source>Recorded: {0} tokens</source>
        <translation>已记录：{0} 个令牌</translation>
    </message>
    <message>
        <source>due by our count, but the recording shows none</source>
        <translation>按我们的计数应折叠，但记录中没有</translation>
    </message>
    <message>
        <source>{0} of {1} to the byte</source>
        <translation>{1} 中 {0} 逐字节一致</translation>
    </message>
    <message>
        <source>tokens within {0}</source>
        <translation>令牌误差 {0} 以内</translation>
    </message>
    <message>
        <source>folds {0} of {1}</source>
        <translation>折叠 {0} / {1}</translation>
    </message>
    <message>
        <source>As recorded: {0}</source>
        <translation>按记录重放：{0}</translation>
    </message>
</context>
<context>
    <name>ReplayDock</name>
    <message>
        <source>Tools for the session on screen</source>
        <translation>当前会话的工具</translation>
    </message>
</context>
<context>
    <name>ReplayLink</name>
    <message>
        <source>Side by side with replay</source>
        <translation>与重放并排</translation>
    </message>
    <message>
        <source>Stored row</source>
        <translation>存储的行</translation>
    </message>
    <message numerus="yes">
        <source>Replayed %n request(s)</source>
        <translation>
            <numerusform>已重放 %n 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{0}，用时 {1}</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Show or hide the replay panel (F5)</source>
        <translation>显示或隐藏重放面板 (F5)</translation>
    </message>
    <message>
        <source>Compare A and B</source>
        <translation>比较 A 与 B</translation>
    </message>
    <message>
        <source>Compare with what was recorded, as A, or end that (Ctrl+B)</source>
        <translation>以已记录的为 A 进行比较，或结束比较 (Ctrl+B)</translation>
    </message>
</context>
<context>
    <name>ReplayTab</name>
    <message>
        <source>This session cannot be replayed</source>
        <translation>此会话无法重放</translation>
    </message>
    <message>
        <source>Nothing to replay yet</source>
        <translation>还没有可重放的内容</translation>
    </message>
    <message>
        <source>Open a capture or a database and choose a conversation: its requests are shown here.</source>
        <translation>打开捕获文件或数据库并选择会话：其请求会显示在这里。</translation>
    </message>
    <message>
        <source>Replaying…</source>
        <translation>重放中…</translation>
    </message>
    <message>
        <source>The first replay reads the whole session.</source>
        <translation>首次重放会读取整个会话。</translation>
    </message>
    <message>
        <source>No requests in this conversation</source>
        <translation>此会话没有请求</translation>
    </message>
    <message>
        <source>Nothing was sent to a model here. Choose another conversation at the left.</source>
        <translation>这里没有向模型发送任何内容。请在左侧选择其他会话。</translation>
    </message>
</context>
<context>
    <name>ReplayedPage</name>
    <message>
        <source>Nothing is replayed</source>
        <translation>没有重放</translation>
    </message>
    <message>
        <source>Open the replay panel (F5): it replays the conversation on screen.</source>
        <translation>请打开重放面板 (F5)：它会重放当前会话。</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>No stored row is selected</source>
        <translation>未选择存储的行</translation>
    </message>
    <message>
        <source>Select an answer of a database: it shows what the replay would keep of it.</source>
        <translation>请选择数据库中的一条回答：将显示重放会保留其中哪些内容。</translation>
    </message>
    <message>
        <source>No replayed request is selected</source>
        <translation>未选择已重放的请求</translation>
    </message>
    <message>
        <source>Select an answer or one of its steps, or a bar in the replay panel.</source>
        <translation>请选择一条回答或其中一个步骤，或重放面板中的一根柱。</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
</context>
<context>
    <name>Requests</name>
    <message>
        <source>main</source>
        <translation>主对话</translation>
    </message>
    <message>
        <source>side call</source>
        <translation>旁支调用</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>made of</source>
        <translation>构成</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>hits</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>{0}: there is no such field</source>
        <translation>{0}：没有这个字段</translation>
    </message>
    <message>
        <source>{0}: a value is missing</source>
        <translation>{0}：缺少值</translation>
    </message>
    <message>
        <source>{0}: a number is expected</source>
        <translation>{0}：应为数字</translation>
    </message>
    <message>
        <source>{0}: names are not compared, use a colon</source>
        <translation>{0}：名称不能比较大小，请使用冒号</translation>
    </message>
</context>
<context>
    <name>RequestsPane</name>
    <message>
        <source>No request fits the filter</source>
        <translation>没有符合筛选条件的请求</translation>
    </message>
    <message>
        <source>Esc in the field shows all again.</source>
        <translation>在输入框中按 Esc 可重新显示全部。</translation>
    </message>
    <message>
        <source>No requests are recorded here</source>
        <translation>这里没有记录任何请求</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
</context>
<context>
    <name>RulesControl</name>
    <message>
        <source>Table of {0} tools…</source>
        <translation>{0} 个工具的表…</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>How each tool&apos;s outputs are trimmed</source>
        <translation>各工具输出的截断方式</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Taken apart as</source>
        <translation>拆分方式</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Holds for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Tools without a rule are trimmed as a whole.</source>
        <translation>没有规则的工具按整体截断。</translation>
    </message>
    <message>
        <source>Add a tool</source>
        <translation>添加工具</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>{0}: name each tool once, and the field its text lies in.</source>
        <translation>{0}：每个工具只写一次，并写明其文本所在字段。</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Search this session</source>
        <translation>搜索此会话</translation>
    </message>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>上一个匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>下一个匹配 (Enter)</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>搜索中…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>search failed</source>
        <translation>搜索失败</translation>
    </message>
</context>
<context>
    <name>SectionModel</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>chars</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>≈ tok</source>
        <translation>≈ 词元</translation>
    </message>
</context>
<context>
    <name>SettingHelp</name>
    <message>
        <source>Run the context pipeline at all; off, only a message window applies.</source>
        <translation>是否运行上下文管线；关闭时只应用消息窗口。</translation>
    </message>
    <message>
        <source>Which estimator counts the tokens shown and the fold triggers.</source>
        <translation>用哪种估算器计算显示的词元数和折叠触发条件。</translation>
    </message>
    <message>
        <source>The application&apos;s blob folder as it stood in its markers; prompt bytes depend on it.</source>
        <translation>应用标记中记载的数据块文件夹；提示词字节取决于它。</translation>
    </message>
    <message>
        <source>found in recorded prompts, else where the database lies</source>
        <translation>取自记录的提示词，否则为数据库所在位置</translation>
    </message>
    <message>
        <source>Tool outputs longer than this are trimmed.</source>
        <translation>长于此值的工具输出会被截断。</translation>
    </message>
    <message>
        <source>How much of a trimmed output&apos;s beginning stays.</source>
        <translation>被截断的输出保留多少开头。</translation>
    </message>
    <message>
        <source>How much of a trimmed output&apos;s end stays.</source>
        <translation>被截断的输出保留多少结尾。</translation>
    </message>
    <message>
        <source>Share of the input room that one output may take before it is trimmed.</source>
        <translation>单个输出在被截断前可占输入空间的比例。</translation>
    </message>
    <message>
        <source>Characters reckoned per token when that share is turned into a threshold.</source>
        <translation>将该比例换算为阈值时，每个词元按多少字符计。</translation>
    </message>
    <message>
        <source>The threshold in a small window is never below this.</source>
        <translation>小窗口下的阈值不低于此值。</translation>
    </message>
    <message>
        <source>How each tool&apos;s outputs are taken apart.</source>
        <translation>如何拆分每个工具的输出。</translation>
    </message>
    <message>
        <source>Tokens all results of one web search share, cut before anything else.</source>
        <translation>一次网页搜索的全部结果共用的词元数，先于其他步骤裁剪。</translation>
    </message>
    <message>
        <source>results are not cut</source>
        <translation>结果不裁剪</translation>
    </message>
    <message>
        <source>Context window of the model.</source>
        <translation>模型的上下文窗口。</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>模型自身的值</translation>
    </message>
    <message>
        <source>as the request asks</source>
        <translation>按请求要求</translation>
    </message>
    <message>
        <source>Serve only the last so many messages and never fold.</source>
        <translation>只提供最后若干条消息，从不折叠。</translation>
    </message>
    <message>
        <source>no message window</source>
        <translation>无消息窗口</translation>
    </message>
    <message>
        <source>Fold old turns into a summary at the start of a turn.</source>
        <translation>在轮次开始时将旧轮次折叠为摘要。</translation>
    </message>
    <message>
        <source>Which build&apos;s formulas decide when to fold and how much to keep.</source>
        <translation>用哪个版本的公式决定何时折叠、保留多少。</translation>
    </message>
    <message>
        <source>Share of the input room above which a fold is due.</source>
        <translation>超过输入空间的这一比例时应折叠。</translation>
    </message>
    <message>
        <source>the policy&apos;s own</source>
        <translation>策略自身的值</translation>
    </message>
    <message>
        <source>Share that a fold leaves alone, of the input room or the trigger as the policy says.</source>
        <translation>折叠时不动的比例，按策略相对于输入空间或触发值。</translation>
    </message>
    <message>
        <source>Name attachments and archived outputs behind a summary, so that they can still be read.</source>
        <translation>列出摘要背后的附件和归档输出，以便仍可读取。</translation>
    </message>
    <message>
        <source>Fold within a tool loop too, before each step.</source>
        <translation>在工具循环内的每一步之前也折叠。</translation>
    </message>
    <message>
        <source>Remember a fold for the following steps; off, every step folds the whole history again.</source>
        <translation>为后续步骤记住折叠；关闭时每一步都重新折叠全部历史。</translation>
    </message>
    <message>
        <source>Who writes summaries: the recorded one where the boundary matches (else a stand-in), a stand-in, an offline outline, a live model, one that always fails, or nobody.</source>
        <translation>由谁写摘要：边界匹配时用记录的摘要（否则用替代摘要）、替代摘要、离线提纲、在线模型、总是失败，或无。</translation>
    </message>
    <message>
        <source>Context window of the summarising model.</source>
        <translation>摘要模型的上下文窗口。</translation>
    </message>
    <message>
        <source>the chat model&apos;s</source>
        <translation>与对话模型相同</translation>
    </message>
    <message>
        <source>Length of a stand-in summary.</source>
        <translation>替代摘要的长度。</translation>
    </message>
    <message>
        <source>Trim a finished message for storage.</source>
        <translation>存储前截断已完成的消息。</translation>
    </message>
    <message>
        <source>Mark cache breakpoints on Anthropic requests.</source>
        <translation>在 Anthropic 请求上标记缓存断点。</translation>
    </message>
    <message>
        <source>A prefix shorter than this is not marked; 0 marks nothing.</source>
        <translation>短于此值的前缀不标记；0 表示不标记。</translation>
    </message>
    <message>
        <source>How many of the last messages are marked, as far as four marks in all allow.</source>
        <translation>标记最后多少条消息，总共最多四个标记。</translation>
    </message>
    <message>
        <source>Mark the system message too.</source>
        <translation>也标记系统消息。</translation>
    </message>
    <message>
        <source>Tokens of the tool declarations, which leave that much less for attached texts.</source>
        <translation>工具声明占用的 token 数，附件文本可用的空间相应减少。</translation>
    </message>
    <message>
        <source>Tokens reserved for the answer (max_tokens); 0 reserves none.</source>
        <translation>为回答预留的 token 数（max_tokens）；0 表示不预留。</translation>
    </message>
    <message>
        <source>estimated from the tools&apos; names</source>
        <translation>按工具名称估计</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Pipeline</source>
        <translation>管线</translation>
    </message>
    <message>
        <source>Count tokens by</source>
        <translation>词元计数方式</translation>
    </message>
    <message>
        <source>Blob folder</source>
        <translation>数据块文件夹</translation>
    </message>
    <message>
        <source>Share of window</source>
        <translation>窗口份额</translation>
    </message>
    <message>
        <source>Chars per token</source>
        <translation>每词元字符</translation>
    </message>
    <message>
        <source>Per tool</source>
        <translation>按工具</translation>
    </message>
    <message>
        <source>Web cutoff</source>
        <translation>网页截断</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>Answer room</source>
        <translation>回答空间</translation>
    </message>
    <message>
        <source>Last messages</source>
        <translation>最近消息</translation>
    </message>
    <message>
        <source>Fold old turns</source>
        <translation>折叠旧轮次</translation>
    </message>
    <message>
        <source>Keep recent</source>
        <translation>保留近期</translation>
    </message>
    <message>
        <source>Name what is behind</source>
        <translation>列出折叠内容</translation>
    </message>
    <message>
        <source>Fold in the loop</source>
        <translation>循环内折叠</translation>
    </message>
    <message>
        <source>Remember folds</source>
        <translation>记住折叠</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Stand-in length</source>
        <translation>替代摘要长度</translation>
    </message>
    <message>
        <source>Trim for storage</source>
        <translation>为存储截断</translation>
    </message>
    <message>
        <source>Cache marks</source>
        <translation>缓存标记</translation>
    </message>
    <message>
        <source>Mark from</source>
        <translation>标记起点</translation>
    </message>
    <message>
        <source>Mark the last</source>
        <translation>标记最后</translation>
    </message>
    <message>
        <source>Mark the system</source>
        <translation>标记系统</translation>
    </message>
    <message>
        <source>tokenx</source>
        <translation>tokenx</translation>
    </message>
    <message>
        <source>rough estimate</source>
        <translation>粗略估算</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考实现</translation>
    </message>
    <message>
        <source>keep of the trigger</source>
        <translation>触发值的比例</translation>
    </message>
    <message>
        <source>trigger in percent</source>
        <translation>触发百分比</translation>
    </message>
    <message>
        <source>nine tenths of the window</source>
        <translation>窗口的十分之九</translation>
    </message>
    <message>
        <source>recorded or stand-in</source>
        <translation>记录的，否则替代</translation>
    </message>
    <message>
        <source>stand-in</source>
        <translation>替代</translation>
    </message>
    <message>
        <source>offline outline</source>
        <translation>离线提纲</translation>
    </message>
    <message>
        <source>live model</source>
        <translation>实时模型</translation>
    </message>
    <message>
        <source>always fails</source>
        <translation>总是失败</translation>
    </message>
    <message>
        <source>Reference defaults</source>
        <translation>参考默认值</translation>
    </message>
    <message>
        <source>Test profile, 16k window</source>
        <translation>测试配置，16k 窗口</translation>
    </message>
    <message>
        <source>Before the codecs</source>
        <translation>编解码器之前</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Trimming</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Folding</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Tool loop</source>
        <translation>工具循环</translation>
    </message>
    <message>
        <source>Summariser</source>
        <translation>摘要器</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>chars</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>list, text in</source>
        <translation>列表，文本在</translation>
    </message>
    <message>
        <source>text in</source>
        <translation>文本在</translation>
    </message>
    <message>
        <source>as a whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>never trimmed</source>
        <translation>从不截断</translation>
    </message>
    <message>
        <source>prompt and storage</source>
        <translation>提示词与存储</translation>
    </message>
    <message>
        <source>prompt only</source>
        <translation>仅提示词</translation>
    </message>
    <message>
        <source>storage only</source>
        <translation>仅存储</translation>
    </message>
    <message>
        <source>o200k</source>
        <translation>o200k</translation>
    </message>
    <message>
        <source>Threshold at least</source>
        <translation>阈值下限</translation>
    </message>
    <message>
        <source>Tools take</source>
        <translation>工具占用</translation>
    </message>
    <message>
        <source>Budgets as in</source>
        <translation>预算规则</translation>
    </message>
    <message>
        <source>Fold at</source>
        <translation>折叠于</translation>
    </message>
    <message>
        <source>Summariser&apos;s window</source>
        <translation>摘要器的窗口</translation>
    </message>
    <message>
        <source>no summariser</source>
        <translation>无摘要器</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>Outputs of {0} to {1} are over the threshold, but not cut: head and tail hold all of them.</source>
        <translation>{0} 到 {1} 的输出超过阈值但不会被截断：头部和尾部已包含全部内容。</translation>
    </message>
    <message>
        <source>of the window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Cut outputs over</source>
        <translation>截断超过</translation>
    </message>
    <message>
        <source>Keep first</source>
        <translation>保留开头</translation>
    </message>
    <message>
        <source>and last</source>
        <translation>和结尾</translation>
    </message>
</context>
<context>
    <name>ShareMap</name>
    <message>
        <source>{0}: {1} stored, {2} of them duplicates (hatched)</source>
        <translation>{0}：存储 {1}，其中重复 {2}（阴影）</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message numerus="yes">
        <source>%n changed region(s)</source>
        <translation>
            <numerusform>%n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>Change {0} of {1}</source>
        <translation>第 {0} 处更改，共 {1} 处</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) the same</source>
        <translation>
            <numerusform>另有 %n 行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处更改</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处更改</translation>
    </message>
</context>
<context>
    <name>SourcesPanel</name>
    <message>
        <source>Found, but not cited</source>
        <translation>已找到，但未引用</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Nothing is open</source>
        <translation>未打开任何文件</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>waiting for the file: it is gone or half-written</source>
        <translation>等待文件：已不存在或尚未写完</translation>
    </message>
    <message>
        <source>following live</source>
        <translation>实时跟踪中</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>SummaryBand</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Looking at the replay…</source>
        <translation>正在检查重放…</translation>
    </message>
</context>
<context>
    <name>SweepForm</name>
    <message>
        <source>{0}: write values as 8k, 20k, 50k or as a range 2k – 50k – 6; each is {1}.</source>
        <translation>{0}：请将取值写作 8k, 20k, 50k，或写作范围 2k – 50k – 6；每个值须为：{1}。</translation>
    </message>
    <message>
        <source>Choose two different settings.</source>
        <translation>请选择两个不同的设置。</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>{0} · {1} s left</source>
        <translation>{0} · 还需 {1} 秒</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>Folder with captures and databases</source>
        <translation>含有抓取文件和数据库的文件夹</translation>
    </message>
    <message>
        <source>Vary</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>and</source>
        <translation>以及</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>(nothing else)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>Run sweep</source>
        <translation>运行扫描</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>A list such as 8k, 20k, 50k, or from – to – how many</source>
        <translation>列表，例如 8k, 20k, 50k，或 起 – 止 – 个数</translation>
    </message>
    <message>
        <source>Values {0}</source>
        <translation>取值 {0}</translation>
    </message>
    <message>
        <source>Setting {0}</source>
        <translation>设置 {0}</translation>
    </message>
    <message>
        <source>this conversation</source>
        <translation>当前会话</translation>
    </message>
    <message>
        <source>all conversations of this file</source>
        <translation>此文件的所有会话</translation>
    </message>
    <message>
        <source>a folder…</source>
        <translation>文件夹…</translation>
    </message>
</context>
<context>
    <name>SweepTab</name>
    <message>
        <source>Open a conversation first, or choose a folder.</source>
        <translation>请先打开一个会话，或选择文件夹。</translation>
    </message>
    <message>
        <source>{0} replays done</source>
        <translation>已完成 {0} 次重放</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>* rests on a stand-in summary</source>
        <translation>* 依赖替代摘要</translation>
    </message>
    <message>
        <source>Nothing came of it</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>Run the sweep again, or over other sessions.</source>
        <translation>请重新运行扫描，或换其他会话。</translation>
    </message>
    <message>
        <source>No sweep yet</source>
        <translation>尚未扫描</translation>
    </message>
    <message>
        <source>Choose one or two settings and their values at the left and run the sweep: every combination is replayed. A click on a result takes its settings.</source>
        <translation>在左侧选择一到两个设置及其取值，然后运行扫描：每种组合都会重放。点击某个结果即采用其设置。</translation>
    </message>
    <message>
        <source>Save the sweep</source>
        <translation>保存扫描结果</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
    <message>
        <source>{0} by setting</source>
        <translation>各设置下的{0}</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Save every replay of the sweep as a row of a CSV file</source>
        <translation>将扫描中的每次重放保存为 CSV 文件的一行</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show the figures as a table</source>
        <translation>以表格显示数值</translation>
    </message>
    <message>
        <source>Results of the sweep</source>
        <translation>扫描结果</translation>
    </message>
    <message>
        <source>{0} of {1}; a point is drawn when all its sessions are in</source>
        <translation>{0} / {1}；所有会话完成后才绘制该点</translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message>
        <source>Save text as</source>
        <translation>文本另存为</translation>
    </message>
    <message>
        <source>Go to character</source>
        <translation>转到字符</translation>
    </message>
    <message>
        <source>Character (from 0):</source>
        <translation>字符（从 0 起）：</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Go to…</source>
        <translation>转到…</translation>
    </message>
    <message>
        <source>Go to a character position (Ctrl+Shift+L)</source>
        <translation>转到字符位置 (Ctrl+Shift+L)</translation>
    </message>
    <message>
        <source>reading… {0}</source>
        <translation>读取中… {0}</translation>
    </message>
    <message>
        <source>{0} selected</source>
        <translation>已选 {0}</translation>
    </message>
</context>
<context>
    <name>ThresholdBar</name>
    <message>
        <source>Truncate above</source>
        <translation>截断阈值</translation>
    </message>
    <message>
        <source>ids, titles and URLs are never cut</source>
        <translation>id、标题和网址从不截断</translation>
    </message>
    <message>
        <source>Nothing here is longer than {0}</source>
        <translation>这里没有长于 {0} 的内容</translation>
    </message>
    <message>
        <source>Back to {0}, as recorded</source>
        <translation>恢复为已记录的 {0}</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>… the rest is in the inspector</source>
        <translation>… 其余在检查器中</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>根</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Unknown role</source>
        <translation>未知角色</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped by the user</source>
        <translation>被用户停止</translation>
    </message>
    <message>
        <source>never finished</source>
        <translation>从未完成</translation>
    </message>
    <message>
        <source>in the bin</source>
        <translation>在回收站中</translation>
    </message>
    <message>
        <source>damaged: stored data is not valid JSON</source>
        <translation>损坏：存储的数据不是有效的 JSON</translation>
    </message>
    <message>
        <source>damaged: stored data is no JSON object</source>
        <translation>损坏：存储的数据不是 JSON 对象</translation>
    </message>
    <message>
        <source>damaged: stored data has no parts</source>
        <translation>损坏：存储的数据没有 parts</translation>
    </message>
    <message>
        <source>damaged: parts are no list</source>
        <translation>损坏：parts 不是列表</translation>
    </message>
    <message>
        <source>The provider reported no token figures.</source>
        <translation>提供商没有报告词元数据。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Prompt tokens (measured)</source>
        <translation>提示词词元（实测）</translation>
    </message>
    <message>
        <source>Read from cache</source>
        <translation>读自缓存</translation>
    </message>
    <message>
        <source>Written to cache</source>
        <translation>写入缓存</translation>
    </message>
    <message>
        <source>New, not cached</source>
        <translation>新增，未缓存</translation>
    </message>
    <message>
        <source>Generated</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>The messages form a circle; the walk stops where it closes.</source>
        <translation>消息形成循环；在闭合处停止。</translation>
    </message>
    <message>
        <source>The message before these is missing from the database.</source>
        <translation>数据库中缺少在此之前的消息。</translation>
    </message>
    <message>
        <source>The topic&apos;s active message is missing from the database.</source>
        <translation>数据库中缺少此话题的当前消息。</translation>
    </message>
    <message>
        <source>The message before these belongs to another topic.</source>
        <translation>在此之前的消息属于另一个话题。</translation>
    </message>
    <message>
        <source>The topic&apos;s active message belongs to another topic.</source>
        <translation>此话题的当前消息属于另一个话题。</translation>
    </message>
    <message>
        <source>The message before these is in the bin.</source>
        <translation>在此之前的消息在回收站中。</translation>
    </message>
    <message>
        <source>The topic&apos;s active message is in the bin.</source>
        <translation>此话题的当前消息在回收站中。</translation>
    </message>
    <message>
        <source>≈ estimated from the text; no provider measured this message.</source>
        <translation>≈ 根据文本估算；没有提供商测量过这条消息。</translation>
    </message>
    <message>
        <source>{0}: click to read</source>
        <translation>{0}：点击阅读</translation>
    </message>
    <message>
        <source>Step {0} of {1}</source>
        <translation>步骤 {0}/{1}</translation>
    </message>
    <message>
        <source>request {0}</source>
        <translation>请求 {0}</translation>
    </message>
    <message>
        <source>aborted</source>
        <translation>已中止</translation>
    </message>
    <message>
        <source>unreadable in part</source>
        <translation>部分无法读取</translation>
    </message>
    <message>
        <source>Model call</source>
        <translation>模型调用</translation>
    </message>
    <message>
        <source>Side call: summary</source>
        <translation>旁路调用：摘要</translation>
    </message>
    <message>
        <source>Side call: title</source>
        <translation>旁路调用：标题</translation>
    </message>
    <message>
        <source>Side call</source>
        <translation>旁路调用</translation>
    </message>
    <message>
        <source>Fold skipped</source>
        <translation>折叠已跳过</translation>
    </message>
    <message>
        <source>Fold never finished</source>
        <translation>折叠从未完成</translation>
    </message>
    <message>
        <source>Folded by the provider</source>
        <translation>由提供商折叠</translation>
    </message>
    <message>
        <source>Edited by the provider</source>
        <translation>由提供商编辑</translation>
    </message>
    <message>
        <source>Folded here</source>
        <translation>在此折叠</translation>
    </message>
    <message>
        <source>{0} → summary</source>
        <translation>{0} → 摘要</translation>
    </message>
    <message>
        <source>{0} → {1}</source>
        <translation>{0} → {1}</translation>
    </message>
    <message>
        <source>{0} → {1} in prompt</source>
        <translation>{0} → 提示词中 {1}</translation>
    </message>
    <message>
        <source>{0} → {1} kept</source>
        <translation>{0} → 保留 {1}</translation>
    </message>
    <message>
        <source>arguments unfinished</source>
        <translation>参数未完成</translation>
    </message>
    <message>
        <source>no result</source>
        <translation>无结果</translation>
    </message>
    <message>
        <source>waits for approval</source>
        <translation>等待批准</translation>
    </message>
    <message>
        <source>approval answered</source>
        <translation>批准已答复</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>deferred</source>
        <translation>已推迟</translation>
    </message>
    <message>
        <source>trimmed in flight</source>
        <translation>发送时截断</translation>
    </message>
    <message>
        <source>sent whole</source>
        <translation>完整发送</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>已校验</translation>
    </message>
    <message>
        <source>no hash on record</source>
        <translation>无哈希记录</translation>
    </message>
    <message>
        <source>entry is missing</source>
        <translation>缺少条目</translation>
    </message>
    <message>
        <source>not a store blob</source>
        <translation>不是存储数据块</translation>
    </message>
    <message>
        <source>file is missing</source>
        <translation>缺少文件</translation>
    </message>
    <message>
        <source>size differs</source>
        <translation>大小不符</translation>
    </message>
    <message>
        <source>hash differs</source>
        <translation>哈希不符</translation>
    </message>
    <message>
        <source>blob folder unknown</source>
        <translation>数据块文件夹未知</translation>
    </message>
    <message>
        <source>{0} left out here</source>
        <translation>此处省略 {0}</translation>
    </message>
    <message>
        <source>{0} more in {1}</source>
        <translation>另有 {0} 在 {1} 中</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Attachment</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Unknown part</source>
        <translation>未知部分</translation>
    </message>
    <message>
        <source>Stored data</source>
        <translation>存储的数据</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>{0}, unfinished</source>
        <translation>{0}（未完成）</translation>
    </message>
    <message>
        <source>all read</source>
        <translation>全部读取</translation>
    </message>
    <message>
        <source>first</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>side call</source>
        <translation>旁支调用</translation>
    </message>
    <message>
        <source>too small</source>
        <translation>太小</translation>
    </message>
    <message>
        <source>no mark</source>
        <translation>无标记</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>none read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>hits {0}</source>
        <translation>命中 {0}</translation>
    </message>
</context>
<context>
    <name>TimelinePane</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>There are no messages on this branch.</source>
        <translation>此分支没有消息。</translation>
    </message>
    <message>
        <source>Nothing has been recorded in this file yet.
“Follow live” (Ctrl+L) shows what is written to it from now on.</source>
        <translation>此文件中尚无记录。
“实时跟踪”(Ctrl+L)会显示此后写入的内容。</translation>
    </message>
</context>
<context>
    <name>ToolModel</name>
    <message>
        <source>called {0} ×</source>
        <translation>调用 {0} 次</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>chars</source>
        <translation>字符</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>A conversation database does not record tool declarations</source>
        <translation>会话数据库不记录工具声明</translation>
    </message>
    <message>
        <source>Calls and their results are in the timeline; declarations are in captures only.</source>
        <translation>调用及其结果在时间线中；只有捕获文件才有声明。</translation>
    </message>
    <message>
        <source>No request is selected</source>
        <translation>未选择请求</translation>
    </message>
    <message>
        <source>Select an assistant turn or one of its steps to see the tools that were offered.</source>
        <translation>请选择一个助手轮次或其步骤，以查看提供的工具。</translation>
    </message>
    <message>
        <source>The request went out with an empty tool list.</source>
        <translation>此请求发送时工具列表为空。</translation>
    </message>
    <message>
        <source>The request went out without a tool list, or its inputs were not recorded.</source>
        <translation>此请求发送时没有工具列表，或其输入未被记录。</translation>
    </message>
    <message>
        <source>No tools</source>
        <translation>没有工具</translation>
    </message>
    <message>
        <source>Offered</source>
        <translation>提供</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>Called here</source>
        <translation>在此调用</translation>
    </message>
    <message>
        <source>Tool choice</source>
        <translation>工具选择</translation>
    </message>
    <message>
        <source>Schemas</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>not recorded by this recorder</source>
        <translation>此记录器未记录</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>(no title)</source>
        <translation>（无标题）</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
</context>
<context>
    <name>TotalsPanel</name>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>* rests on a stand-in summary</source>
        <translation>* 依赖替代摘要</translation>
    </message>
    <message>
        <source>A and B are the same so far: change a setting.</source>
        <translation>A 与 B 目前相同：请更改某个设置。</translation>
    </message>
    <message>
        <source>A against B</source>
        <translation>A 与 B 对比</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Pin as A</source>
        <translation>固定为 A</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束对比</translation>
    </message>
    <message>
        <source>Keep these settings as A and go on with B</source>
        <translation>将这些设置保留为 A，继续调整 B</translation>
    </message>
    <message>
        <source>Exchange A and B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大差异</translation>
    </message>
    <message>
        <source>Go to the request that differs most; again: to the next one</source>
        <translation>转到差异最大的请求；再按：转到下一个</translation>
    </message>
    <message>
        <source>A · Recorded</source>
        <translation>A · 已记录</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>As the provider measured the recording</source>
        <translation>服务商对该记录的实测值</translation>
    </message>
    <message>
        <source>The recording, replayed as it was</source>
        <translation>按原样重放的记录</translation>
    </message>
    <message>
        <source>Measured as recorded: {0} from cache</source>
        <translation>记录时实测：{0} 来自缓存</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>合计</translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message numerus="yes">
        <source>%n char(s)</source>
        <translation>
            <numerusform>%n 字符</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} tok</source>
        <translation>{0} 词元</translation>
    </message>
    <message>
        <source>≈ {0} tok</source>
        <translation>≈ {0} 词元</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n 个请求</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fold(s)</source>
        <translation>
            <numerusform>%n 次折叠</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trimmed</source>
        <translation>
            <numerusform>%n 处截断</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n 个发现</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unfinished</source>
        <translation>
            <numerusform>%n 个未完成</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blob(s)</source>
        <translation>
            <numerusform>%n 个数据块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n 个来源</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n 个页面</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n 天前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 处更改</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UsagePage</name>
    <message>
        <source>Nothing was measured here</source>
        <translation>这里没有实测数据</translation>
    </message>
    <message>
        <source>Only model calls are accounted. Select an assistant turn or one of its steps.</source>
        <translation>只统计模型调用。请选择一个助手轮次或其步骤。</translation>
    </message>
    <message>
        <source>Usage as recorded</source>
        <translation>记录的用量</translation>
    </message>
    <message>
        <source>Sum of</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>提示词词元</translation>
    </message>
    <message>
        <source>Read from cache</source>
        <translation>读自缓存</translation>
    </message>
    <message>
        <source>Written to cache</source>
        <translation>写入缓存</translation>
    </message>
    <message>
        <source>New, not cached</source>
        <translation>新增，未缓存</translation>
    </message>
    <message>
        <source>Cache hits</source>
        <translation>缓存命中</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>生成词元</translation>
    </message>
    <message>
        <source>of these reasoning</source>
        <translation>其中推理</translation>
    </message>
    <message>
        <source>Measured: as the provider reported it.</source>
        <translation>实测：提供商所报告。</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>First token after</source>
        <translation>首个词元用时</translation>
    </message>
    <message>
        <source>Last prompt</source>
        <translation>最后的提示词</translation>
    </message>
</context>
<context>
    <name>VerdictStrip</name>
    <message>
        <source>Comparing requests…</source>
        <translation>正在比较请求…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Go to the request that lost most, and show why (M goes on from there)</source>
        <translation>跳到损失最大的请求并说明原因（按 M 继续）</translation>
    </message>
</context>
<context>
    <name>VirtualTextView</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Probe this selection</source>
        <translation>将选区设为探针</translation>
    </message>
</context>
<context>
    <name>WindowCommands</name>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>另存副本</translation>
    </message>
    <message>
        <source>Save the full text</source>
        <translation>保存全文</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
    <message>
        <source>Copied {0}</source>
        <translation>已复制 {0}</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>No problems in this conversation</source>
        <translation>此会话没有问题</translation>
    </message>
    <message>
        <source>Captures, sessions and databases (*.json *.jsonl *.har *.lhar *.sqlite *.db)</source>
        <translation>捕获、会话与数据库 (*.json *.jsonl *.har *.lhar *.sqlite *.db)</translation>
    </message>
</context>
<context>
    <name>WirePage</name>
    <message>
        <source>Recorded field</source>
        <translation>记录的字段</translation>
    </message>
    <message>
        <source>No recorded JSON for this</source>
        <translation>没有记录的 JSON</translation>
    </message>
    <message>
        <source>Select a turn, a step or a tool call: what was recorded of it is shown here.</source>
        <translation>选择一轮、一个步骤或一次工具调用：这里显示其记录。</translation>
    </message>
    <message>
        <source>Nothing was recorded</source>
        <translation>没有任何记录</translation>
    </message>
    <message>
        <source>All fields of this request are null: it failed before anything was sent.</source>
        <translation>此请求的所有字段均为 null：它在发送之前就失败了。</translation>
    </message>
    <message>
        <source>Request body sent</source>
        <translation>发送的请求体</translation>
    </message>
    <message>
        <source>Input of the SDK</source>
        <translation>SDK 输入</translation>
    </message>
    <message>
        <source>Response body</source>
        <translation>响应体</translation>
    </message>
    <message>
        <source>Response chunks</source>
        <translation>响应分块</translation>
    </message>
    <message>
        <source>Output of the SDK</source>
        <translation>SDK 输出</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Provider options</source>
        <translation>提供商选项</translation>
    </message>
    <message>
        <source>Parts as stored</source>
        <translation>存储的各部分</translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Save workspace</source>
        <translation>保存工作区</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>Workspaces (*{0})</source>
        <translation>工作区 (*{0})</translation>
    </message>
</context>
</TS>
