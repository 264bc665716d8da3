<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Action</name>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>Open the sample project</source>
        <translation>打开示例项目</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export checkpoint…</source>
        <translation>导出检查点(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Open f&amp;ile… (CSV, NumPy, TFRecord)</source>
        <translation>打开文件(&amp;I)（CSV、NumPy、TFRecord）…</translation>
    </message>
    <message>
        <source>Open &amp;MNIST…</source>
        <translation>打开 &amp;MNIST…</translation>
    </message>
    <message>
        <source>Open &amp;CIFAR-10…</source>
        <translation>打开 &amp;CIFAR-10…</translation>
    </message>
    <message>
        <source>Use the &amp;sample</source>
        <translation>使用示例数据(&amp;S)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>Reset this workspace&apos;s layout</source>
        <translation>重置此工作区的布局</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>下一个面板</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>上一个面板</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Switch theme</source>
        <translation>切换主题</translation>
    </message>
    <message>
        <source>&amp;About Tensorloom</source>
        <translation>关于 Tensorloom(&amp;A)</translation>
    </message>
    <message>
        <source>Paste with incoming wires</source>
        <translation>连同输入连线粘贴</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>复制一份(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>重命名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Bypass</source>
        <translation>旁路(&amp;B)</translation>
    </message>
    <message>
        <source>Leaves the layers in the picture, and out of what is trained</source>
        <translation>层仍留在图中，但不参与训练</translation>
    </message>
    <message>
        <source>&amp;Freeze or train weights</source>
        <translation>冻结或训练权重(&amp;F)</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>删除(&amp;L)</translation>
    </message>
    <message>
        <source>Delete and reconnect</source>
        <translation>删除并重新连接</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Frame the selection</source>
        <translation>显示所选</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>小地图</translation>
    </message>
    <message>
        <source>Add a layer at the cursor</source>
        <translation>在光标处添加层</translation>
    </message>
    <message>
        <source>Auto-&amp;layout</source>
        <translation>自动布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Validate</source>
        <translation>检查(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Measure this machine</source>
        <translation>测量本机(&amp;M)</translation>
    </message>
    <message>
        <source>Times every kind of kernel for some seconds, once. From then on the status bar tells how long a step of the network will take, before it trains.</source>
        <translation>用几秒钟测量各类内核，只需一次。此后，状态栏会在训练之前给出网络每一步的用时。</translation>
    </message>
    <message>
        <source>&amp;Search layers</source>
        <translation>搜索层(&amp;S)</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Show history</source>
        <translation>显示历史</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;One step</source>
        <translation>单步(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>Several layers: each to the next, or all to a merge below them. One: takes a wire in hand, which arrows lead and Enter puts down.</source>
        <translation>选中多层：逐层相连，或全部接到其下的合并层。选中一层：拿起一条连线，用方向键引导，按 Enter 放下。</translation>
    </message>
    <message>
        <source>D&amp;isconnect</source>
        <translation>断开(&amp;I)</translation>
    </message>
    <message>
        <source>One layer: takes its wires away. Several: those between them.</source>
        <translation>选中一层：去掉它的连线。选中多层：去掉它们之间的连线。</translation>
    </message>
    <message>
        <source>To its &amp;properties</source>
        <translation>转到其属性(&amp;P)</translation>
    </message>
    <message>
        <source>Make the first &amp;repair offered</source>
        <translation>执行所提供的第一个修复(&amp;R)</translation>
    </message>
    <message>
        <source>Add a layer after the selection</source>
        <translation>在所选之后添加层</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>更改按键…</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse</source>
        <translation>键盘与鼠标(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Continue…</source>
        <translation>继续…</translation>
    </message>
    <message>
        <source>Begin the next run with its weights</source>
        <translation>下一次运行从它的权重开始</translation>
    </message>
    <message>
        <source>Begin the next run with fresh weights</source>
        <translation>下一次运行从新的权重开始</translation>
    </message>
    <message>
        <source>Restore its network and settings</source>
        <translation>恢复它的网络和设置</translation>
    </message>
    <message>
        <source>Evaluate on the test split</source>
        <translation>在测试划分上评估</translation>
    </message>
    <message>
        <source>Rename run…</source>
        <translation>重命名运行…</translation>
    </message>
    <message>
        <source>Note about run…</source>
        <translation>运行的备注…</translation>
    </message>
    <message>
        <source>Show the run&apos;s folder</source>
        <translation>显示运行的文件夹</translation>
    </message>
    <message>
        <source>Delete run…</source>
        <translation>删除运行…</translation>
    </message>
    <message>
        <source>Open the &amp;log folder</source>
        <translation>打开日志文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>The folder of what the program noted, for a report</source>
        <translation>程序记录所在的文件夹，供报告问题时使用</translation>
    </message>
    <message>
        <source>Open &amp;run folder…</source>
        <translation>打开运行文件夹(&amp;R)…</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一个视图</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一个视图</translation>
    </message>
    <message>
        <source>Open a &amp;graph… (ONNX, TensorFlow)</source>
        <translation>打开计算图(&amp;G)…（ONNX、TensorFlow）</translation>
    </message>
    <message>
        <source>Save the graph&apos;s &amp;picture…</source>
        <translation>保存计算图的图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Show on &amp;canvas</source>
        <translation>在画布上显示(&amp;C)</translation>
    </message>
    <message>
        <source>Show in the &amp;timeline</source>
        <translation>在时间线中显示(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Unfold or fold the group</source>
        <translation>展开或折叠该组(&amp;U)</translation>
    </message>
    <message>
        <source>Unfold all groups</source>
        <translation>展开所有组</translation>
    </message>
    <message>
        <source>Fold all groups</source>
        <translation>折叠所有组</translation>
    </message>
    <message>
        <source>Show in the &amp;graph</source>
        <translation>在计算图中显示(&amp;G)</translation>
    </message>
    <message>
        <source>Search the graph</source>
        <translation>搜索计算图</translation>
    </message>
    <message>
        <source>Open a &amp;timeline…</source>
        <translation>打开时间线(&amp;T)…</translation>
    </message>
    <message>
        <source>A Chrome trace or XSpace file, in the Profile workspace</source>
        <translation>在“性能”工作区中打开 Chrome 跟踪或 XSpace 文件</translation>
    </message>
    <message>
        <source>&amp;Record the next steps</source>
        <translation>记录接下来的步(&amp;R)</translation>
    </message>
    <message>
        <source>Timeline of the &amp;last seconds</source>
        <translation>最近几秒的时间线(&amp;L)</translation>
    </message>
    <message>
        <source>Save the timeline…</source>
        <translation>保存时间线…</translation>
    </message>
    <message>
        <source>Live pictures</source>
        <translation>实时图像</translation>
    </message>
    <message>
        <source>Shows in each layer what it makes while the network trains: pictures, weights, gradients, dead units and its time</source>
        <translation>训练时在每个层上显示它的产出：图像、权重、梯度、死单元以及用时</translation>
    </message>
    <message>
        <source>Watch output</source>
        <translation>监视输出</translation>
    </message>
    <message>
        <source>Histogram, statistics and pictures of what the layer makes, while it trains</source>
        <translation>训练时监视该层输出的直方图、统计量和图像</translation>
    </message>
    <message>
        <source>Watch weights</source>
        <translation>监视权重</translation>
    </message>
    <message>
        <source>Histogram, statistics and update ratio of the layer&apos;s weights, while it trains</source>
        <translation>训练时监视该层权重的直方图、统计量和更新比</translation>
    </message>
    <message>
        <source>Watch gradients</source>
        <translation>监视梯度</translation>
    </message>
    <message>
        <source>Histogram and statistics of the gradients of the layer&apos;s weights, while it trains</source>
        <translation>训练时监视该层权重梯度的直方图和统计量</translation>
    </message>
    <message>
        <source>&amp;Watch values…</source>
        <translation>监视数值(&amp;W)…</translation>
    </message>
    <message>
        <source>Stop before this layer</source>
        <translation>在该层之前停下</translation>
    </message>
    <message>
        <source>A breakpoint: training stands still before the layer&apos;s first op, at every step</source>
        <translation>断点：每一步在该层的第一个算子之前停下训练</translation>
    </message>
    <message>
        <source>Stop after this layer</source>
        <translation>在该层之后停下</translation>
    </message>
    <message>
        <source>A breakpoint: training stands still after the layer&apos;s last op, at every step</source>
        <translation>断点：每一步在该层的最后一个算子之后停下训练</translation>
    </message>
    <message>
        <source>Stop before this op</source>
        <translation>在该算子之前停下</translation>
    </message>
    <message>
        <source>Stop after this op</source>
        <translation>在该算子之后停下</translation>
    </message>
    <message>
        <source>One o&amp;p</source>
        <translation>一个算子(&amp;P)</translation>
    </message>
    <message>
        <source>From where training stands, or into the next step</source>
        <translation>从训练停下之处起，或进入下一步</translation>
    </message>
    <message>
        <source>One &amp;layer</source>
        <translation>一层(&amp;L)</translation>
    </message>
    <message>
        <source>One p&amp;hase</source>
        <translation>一个阶段(&amp;H)</translation>
    </message>
    <message>
        <source>Fit all charts</source>
        <translation>所有图表适应数据</translation>
    </message>
    <message>
        <source>Save charts as a picture (PNG)…</source>
        <translation>将图表保存为图片 (PNG)…</translation>
    </message>
    <message>
        <source>Save charts as lines and letters (SVG)…</source>
        <translation>将图表保存为矢量图 (SVG)…</translation>
    </message>
    <message>
        <source>Save all points of charts (CSV)…</source>
        <translation>保存图表的所有点 (CSV)…</translation>
    </message>
    <message>
        <source>Look into a &amp;file of tensors…</source>
        <translation>查看张量文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Fork from a checkpoint…</source>
        <translation>从检查点分叉…</translation>
    </message>
    <message>
        <source>Run it again and compare</source>
        <translation>重新运行并比较</translation>
    </message>
    <message>
        <source>Tags of run…</source>
        <translation>运行的标签…</translation>
    </message>
    <message>
        <source>Show on the &amp;canvas</source>
        <translation>在画布上显示(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Frame it</source>
        <translation>缩放到该切片(&amp;F)</translation>
    </message>
    <message>
        <source>Make it the &amp;area</source>
        <translation>设为选区(&amp;A)</translation>
    </message>
    <message>
        <source>The &amp;next of this name</source>
        <translation>下一个同名切片(&amp;N)</translation>
    </message>
    <message>
        <source>The &amp;one before of this name</source>
        <translation>上一个同名切片(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pin its row to the top</source>
        <translation>将其所在行固定在顶部(&amp;P)</translation>
    </message>
    <message>
        <source>Fold or un&amp;fold its row</source>
        <translation>折叠或展开其所在行(&amp;F)</translation>
    </message>
    <message>
        <source>Fold or unfold its &amp;group</source>
        <translation>折叠或展开其所在分组(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Mark this time, or take the mark away</source>
        <translation>标记此时刻，或取消该标记(&amp;M)</translation>
    </message>
    <message>
        <source>Take all mar&amp;ks away</source>
        <translation>清除所有标记(&amp;K)</translation>
    </message>
    <message>
        <source>Timeline: zoom in</source>
        <translation>时间线：放大</translation>
    </message>
    <message>
        <source>Timeline: zoom out</source>
        <translation>时间线：缩小</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>向前</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>向后</translation>
    </message>
    <message>
        <source>Timeline: earlier</source>
        <translation>时间线：向前</translation>
    </message>
    <message>
        <source>Timeline: later</source>
        <translation>时间线：向后</translation>
    </message>
    <message>
        <source>This step a&amp;gain</source>
        <translation>重做此步(&amp;G)</translation>
    </message>
    <message>
        <source>Back to its first op, with the same batch, seed and weights</source>
        <translation>回到此步的第一个算子，批次、种子和权重相同</translation>
    </message>
    <message>
        <source>Show the graph that it wrote</source>
        <translation>显示它写出的计算图</translation>
    </message>
    <message>
        <source>Show its timeline</source>
        <translation>显示其时间线</translation>
    </message>
    <message>
        <source>A breakpoint: training stands still before the op, at every step</source>
        <translation>断点：每一步在该算子之前停下训练</translation>
    </message>
    <message>
        <source>A breakpoint: training stands still after the op, at every step</source>
        <translation>断点：每一步在该算子之后停下训练</translation>
    </message>
    <message>
        <source>&amp;Breakpoint</source>
        <translation>断点(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Write a breakpoint…</source>
        <translation>填写断点(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Open the recording</source>
        <translation>打开录制(&amp;O)</translation>
    </message>
    <message>
        <source>Colour the &amp;graph by the recording</source>
        <translation>按此录制为图着色(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Save the recording as…</source>
        <translation>录制另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Rename the recording</source>
        <translation>重命名录制(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete the recording…</source>
        <translation>删除录制(&amp;D)…</translation>
    </message>
    <message>
        <source>Colour the &amp;graph by this timeline</source>
        <translation>按此时间线为图着色(&amp;G)</translation>
    </message>
    <message>
        <source>Show devices</source>
        <translation>显示设备</translation>
    </message>
    <message>
        <source>Where networks can be trained here, what these devices do now, and why one cannot be used</source>
        <translation>本机可用于训练的设备、它们当前的状态，以及不能使用的原因</translation>
    </message>
    <message>
        <source>Export its weights…</source>
        <translation>导出其权重…</translation>
    </message>
    <message>
        <source>Put back what was deleted</source>
        <translation>放回已删除的内容</translation>
    </message>
    <message>
        <source>Put back the deleted recording</source>
        <translation>放回已删除的录制</translation>
    </message>
    <message>
        <source>Before the layer or op that is picked, and away again</source>
        <translation>在所选的层或算子之前设置，再按一次移除</translation>
    </message>
    <message>
        <source>Show runs of unsaved projects</source>
        <translation>显示未保存项目的运行</translation>
    </message>
    <message>
        <source>List what was trained in projects that were given up before they had a file</source>
        <translation>列出在尚无文件就被放弃的项目中训练的内容</translation>
    </message>
    <message>
        <source>Hyperparameters: axis logarithmic, or linear</source>
        <translation>超参数：坐标轴取对数或取线性</translation>
    </message>
    <message>
        <source>Projector: next point</source>
        <translation>投影：下一个点</translation>
    </message>
    <message>
        <source>Projector: point before</source>
        <translation>投影：上一个点</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Chart: show all of it</source>
        <translation>图表：显示全部</translation>
    </message>
    <message>
        <source>Logarithmic x</source>
        <translation>X 轴取对数</translation>
    </message>
    <message>
        <source>Chart: logarithmic x</source>
        <translation>图表：X 轴取对数</translation>
    </message>
    <message>
        <source>Logarithmic y</source>
        <translation>对数 y 轴</translation>
    </message>
    <message>
        <source>log scale, logarithmic scale, log axis</source>
        <translation>对数刻度，对数坐标，log 刻度</translation>
    </message>
    <message>
        <source>reset zoom, zoom out, fit, whole chart</source>
        <translation>重置缩放，缩小，适合窗口，整个图表</translation>
    </message>
    <message>
        <source>unsmoothed, without smoothing, original values</source>
        <translation>未平滑，不平滑，原始值</translation>
    </message>
    <message>
        <source>spikes, percentiles, clip</source>
        <translation>尖峰，百分位数，截断</translation>
    </message>
    <message>
        <source>Chart: pin it, or let it go</source>
        <translation>图表：固定或取消固定</translation>
    </message>
    <message>
        <source>pin tag, keep at the top, favourite</source>
        <translation>固定标签，置顶，收藏</translation>
    </message>
    <message>
        <source>Chart: full width, or back in its place</source>
        <translation>图表：整行宽度或放回原处</translation>
    </message>
    <message>
        <source>fullscreen, full screen, maximise, enlarge</source>
        <translation>全屏，最大化，放大</translation>
    </message>
    <message>
        <source>default layout, restore panels, docks</source>
        <translation>默认布局，恢复面板，停靠</translation>
    </message>
    <message>
        <source>dark mode, light mode, night mode, colours</source>
        <translation>深色模式，浅色模式，夜间模式，颜色</translation>
    </message>
    <message>
        <source>preferences, options, configuration, font size, language</source>
        <translation>首选项，选项，配置，字号，语言</translation>
    </message>
    <message>
        <source>shortcuts, hotkeys, key bindings</source>
        <translation>快捷键，热键，键位绑定</translation>
    </message>
    <message>
        <source>palette, search for an action</source>
        <translation>命令面板，搜索操作</translation>
    </message>
    <message>
        <source>error log, report a bug</source>
        <translation>错误日志，报告问题</translation>
    </message>
    <message>
        <source>create a project, empty network</source>
        <translation>新建项目，空网络</translation>
    </message>
    <message>
        <source>load a project</source>
        <translation>加载项目</translation>
    </message>
    <message>
        <source>copy of the project, other name</source>
        <translation>项目副本，另外的名称</translation>
    </message>
    <message>
        <source>save the weights, safetensors, model file</source>
        <translation>保存权重，safetensors，模型文件</translation>
    </message>
    <message>
        <source>exit, close the window</source>
        <translation>退出程序，关闭窗口</translation>
    </message>
    <message>
        <source>start, fit, learn, begin a run</source>
        <translation>开始，拟合，学习，开始运行</translation>
    </message>
    <message>
        <source>hold, resume</source>
        <translation>暂缓，恢复</translation>
    </message>
    <message>
        <source>abort, cancel the training, end the run</source>
        <translation>中止，取消训练，结束运行</translation>
    </message>
    <message>
        <source>clone, copy a layer</source>
        <translation>克隆，复制一层</translation>
    </message>
    <message>
        <source>mute, disable, skip the layer</source>
        <translation>静音，禁用，跳过该层</translation>
    </message>
    <message>
        <source>trainable, lock the weights, fine-tune</source>
        <translation>可训练，锁定权重，微调</translation>
    </message>
    <message>
        <source>remove, erase</source>
        <translation>移除，清除</translation>
    </message>
    <message>
        <source>zoom to fit, show everything</source>
        <translation>缩放到合适大小，显示全部</translation>
    </message>
    <message>
        <source>arrange, tidy up, auto layout</source>
        <translation>排列，整理，自动布局</translation>
    </message>
    <message>
        <source>Find a learning &amp;rate</source>
        <translation>查找学习率(&amp;R)</translation>
    </message>
    <message>
        <source>lr finder, lr range test, step size</source>
        <translation>学习率查找器，学习率范围测试，步长</translation>
    </message>
    <message>
        <source>Chart: logarithmic y</source>
        <translation>图表：对数 y 轴</translation>
    </message>
    <message>
        <source>Raw lines</source>
        <translation>原始曲线</translation>
    </message>
    <message>
        <source>Chart: raw lines</source>
        <translation>图表：原始曲线</translation>
    </message>
    <message>
        <source>Ignore outliers</source>
        <translation>忽略离群值</translation>
    </message>
    <message>
        <source>Chart: ignore outliers</source>
        <translation>图表：忽略离群值</translation>
    </message>
    <message>
        <source>Breakpoints: switch on or off</source>
        <translation>断点：启用或停用</translation>
    </message>
    <message>
        <source>Edit the breakpoint</source>
        <translation>编辑断点</translation>
    </message>
    <message>
        <source>Remove the breakpoint</source>
        <translation>移除断点</translation>
    </message>
    <message>
        <source>Change the watch&apos;s interval</source>
        <translation>更改监视间隔</translation>
    </message>
    <message>
        <source>Watch it no more</source>
        <translation>不再监视</translation>
    </message>
    <message>
        <source>Reset all properties</source>
        <translation>重置所有属性</translation>
    </message>
    <message>
        <source>defaults of the layer</source>
        <translation>该层的默认值</translation>
    </message>
    <message>
        <source>Set the &amp;augmentation</source>
        <translation>设置数据增强(&amp;A)</translation>
    </message>
    <message>
        <source>data augmentation, random flip, crop, rotation, mixup</source>
        <translation>数据扩充, 增广, 随机翻转, 裁剪, 旋转, mixup, augmentation</translation>
    </message>
    <message>
        <source>trace, perfetto, kineto, xplane</source>
        <translation>跟踪, trace, perfetto, kineto, xplane</translation>
    </message>
    <message>
        <source>trace, profile the training, profiler</source>
        <translation>跟踪, 剖析训练, 性能分析, trace, profiler</translation>
    </message>
    <message>
        <source>trace, export, perfetto, xplane</source>
        <translation>跟踪, 导出, trace, perfetto, xplane</translation>
    </message>
    <message>
        <source>The samples that the confusion matrix counts as taken for another class, the surest first</source>
        <translation>混淆矩阵中被判为其他类别的样本，最有把握的在前</translation>
    </message>
    <message>
        <source>Show all that were wrong</source>
        <translation>显示所有判错的</translation>
    </message>
    <message>
        <source>Evaluate on another folder…</source>
        <translation>在另一个文件夹上评估…</translation>
    </message>
    <message>
        <source>Evaluate on another file…</source>
        <translation>在另一个文件上评估…</translation>
    </message>
    <message>
        <source>font size, larger letters</source>
        <translation>字号，字体大小，放大文字</translation>
    </message>
    <message>
        <source>translation, locale</source>
        <translation>翻译，区域，语言设置</translation>
    </message>
    <message>
        <source>mouse wheel, scroll, zoom</source>
        <translation>鼠标滚轮，滚动，缩放</translation>
    </message>
    <message>
        <source>startup, session</source>
        <translation>启动，会话</translation>
    </message>
    <message>
        <source>GPU, processor</source>
        <translation>GPU，处理器</translation>
    </message>
    <message>
        <source>cores, CPU</source>
        <translation>核心，CPU</translation>
    </message>
    <message>
        <source>output folder, where runs are kept</source>
        <translation>输出文件夹，运行保存位置</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>比较运行</translation>
    </message>
</context>
<context>
    <name>AskForWeights</name>
    <message>
        <source>Weights (*.safetensors)</source>
        <translation>权重 (*.safetensors)</translation>
    </message>
    <message>
        <source>Checkpoint to go on from, with the optimizer (*.safetensors)</source>
        <translation>可继续训练的检查点，含优化器 (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>AskToWriteOver</name>
    <message>
        <source>Changed on the disk</source>
        <translation>磁盘上已更改</translation>
    </message>
    <message>
        <source>Written over, it holds this window&apos;s project, and what the other one wrote is gone.</source>
        <translation>覆盖后，文件里是本窗口的项目，另一个程序写入的内容将丢失。</translation>
    </message>
    <message>
        <source>Write over it</source>
        <translation>覆盖它</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>“%1” was changed by another program since it was opened here.</source>
        <translation>“%1”在此处打开之后被另一个程序更改了。</translation>
    </message>
</context>
<context>
    <name>AxisScale</name>
    <message>
        <source>%1 (log)</source>
        <translation>%1（对数）</translation>
    </message>
    <message>
        <source>“%1” on a logarithmic axis</source>
        <translation>“%1”使用对数坐标轴</translation>
    </message>
    <message>
        <source>“%1” automatic: by its values</source>
        <translation>“%1”自动：按其数值</translation>
    </message>
</context>
<context>
    <name>AxisText</name>
    <message>
        <source>d MMM</source>
        <comment>a day and its month, as QDateTime writes them</comment>
        <translation>M月d日</translation>
    </message>
</context>
<context>
    <name>BreakpointsPanel</name>
    <message>
        <source>Breakpoint: %1.</source>
        <translation>断点：%1。</translation>
    </message>
</context>
<context>
    <name>DataSetChecks</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>all images are brought to %1</source>
        <translation>所有图像都变为 %1</translation>
    </message>
    <message>
        <source>The files are %1.</source>
        <translation>文件的尺寸为 %1。</translation>
    </message>
    <message>
        <source>all images are %1</source>
        <translation>所有图像均为 %1</translation>
    </message>
    <message>
        <source>sizes from %1: all are stretched to %2</source>
        <translation>尺寸自 %1 起：全部拉伸到 %2</translation>
    </message>
    <message>
        <source>%1 is their usual size. Say how the others are brought to one size.</source>
        <translation>通常的尺寸为 %1。请指明其余图像如何统一尺寸。</translation>
    </message>
    <message>
        <source>Crop to %1</source>
        <translation>裁剪到 %1</translation>
    </message>
    <message>
        <source>Fit into %1</source>
        <translation>适应到 %1</translation>
    </message>
    <message>
        <source>Stretch to %1</source>
        <translation>拉伸到 %1</translation>
    </message>
    <message>
        <source>
… and more</source>
        <translation>
… 以及更多</translation>
    </message>
    <message>
        <source>nothing is there twice</source>
        <translation>没有重复</translation>
    </message>
    <message>
        <source>%1 repeated in the training split</source>
        <translation>训练划分中有 %1 个重复</translation>
    </message>
    <message>
        <source>, %1 with different labels</source>
        <translation>，其中 %1 个标签不同</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示它们</translation>
    </message>
    <message>
        <source>%1 of %2 are training items too</source>
        <translation>%2 中有 %1 个也是训练样本</translation>
    </message>
    <message>
        <source>no other split repeats a training item</source>
        <translation>其他划分没有重复训练样本</translation>
    </message>
    <message>
        <source>1 file or folder is left out</source>
        <translation>1 个文件或文件夹未使用</translation>
    </message>
    <message>
        <source>%1 files or folders are left out</source>
        <translation>%1 个文件或文件夹未使用</translation>
    </message>
    <message>
        <source>every row can be read</source>
        <translation>每一行都可以读取</translation>
    </message>
    <message>
        <source>every image can be read</source>
        <translation>每张图像都可以读取</translation>
    </message>
    <message>
        <source>no broken file found so far</source>
        <translation>目前没有发现损坏的文件</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>no image of class %1</source>
        <translation>类别 %1 没有图像</translation>
    </message>
    <message>
        <source>classes are even (%1)</source>
        <translation>类别均衡（%1）</translation>
    </message>
    <message>
        <source>classes are uneven (%1)</source>
        <translation>类别不均衡（%1）</translation>
    </message>
    <message>
        <source>%1 has the fewest images, %2 the most.</source>
        <translation>%1 的图像最少，%2 的最多。</translation>
    </message>
    <message>
        <source>not measured: nothing is known of repeated images or pixels</source>
        <translation>未测量：不知道是否有重复图像，也不知道像素情况</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>“%1” reaches %2</source>
        <translation>“%1”的值达到 %2</translation>
    </message>
    <message>
        <source>Networks learn badly from values far from 1, and from columns of very different sizes.</source>
        <translation>值远离 1，或各列大小相差悬殊时，网络很难学好。</translation>
    </message>
    <message>
        <source>Scale the columns</source>
        <translation>缩放各列</translation>
    </message>
    <message>
        <source>“%1” counts the rows</source>
        <translation>“%1”只是行号</translation>
    </message>
    <message>
        <source>It says nothing of rows that are to come. Leave it out, unless it is a time.</source>
        <translation>它对将来的行没有任何意义。除非它是时间，否则请排除。</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>the labels are %1 ± %2</source>
        <translation>标签为 %1 ± %2</translation>
    </message>
    <message>
        <source>A network is slow to reach numbers far from 1, and its loss is huge. Let the file tell them in a larger unit, such as thousands, or less their mean.</source>
        <translation>网络很难学到远离 1 的数值，损失也会很大。请在文件中改用更大的单位（例如千），或减去其平均值。</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>No benchmark is called &quot;{only}&quot;. There are {known}and loader (with --data).</source>
        <translation>没有名为“{only}”的基准测试。可用的有 {known}和 loader（需 --data）。</translation>
    </message>
    <message>
        <source>a folder that may be written</source>
        <translation>可以写入的文件夹</translation>
    </message>
    <message>
        <source>Write a data set as TFRecord files of tf.train.Example</source>
        <translation>把数据集写成 tf.train.Example 的 TFRecord 文件</translation>
    </message>
    <message>
        <source>The data set: sample, or a path, or kind:PATH</source>
        <translation>数据集：sample、路径，或 kind:PATH</translation>
    </message>
    <message>
        <source>The folder that gets train.tfrecord, validation.tfrecord and test.tfrecord</source>
        <translation>存放 train.tfrecord、validation.tfrecord 和 test.tfrecord 的文件夹</translation>
    </message>
    <message>
        <source>Share of training items for validation, where the data has no validation split (default 0)</source>
        <translation>数据没有验证划分时，留作验证的训练样本比例（默认 0）</translation>
    </message>
    <message>
        <source>Layer (type)</source>
        <translation>层（类型）</translation>
    </message>
    <message>
        <source>Output shape</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Connected to</source>
        <translation>连接自</translation>
    </message>
    <message>
        <source>Say what to describe: a run, a checkpoint, a project file, --template NAME, or --data SPEC.</source>
        <translation>请指明要描述的内容：运行、检查点、项目文件、--template NAME 或 --data SPEC。</translation>
    </message>
    <message>
        <source>A template instead</source>
        <translation>改用模板</translation>
    </message>
    <message>
        <source>The data set that gives input shape and classes (default for a template: sample); alone: the data set itself, with duplicates, leaks and columns</source>
        <translation>给出输入形状和类别的数据集（模板默认 sample）；单独使用时：数据集本身，包括重复、泄漏和各列</translation>
    </message>
    <message>
        <source>Any property of the network: dense_1.units=256 (repeatable)</source>
        <translation>网络的任何属性：dense_1.units=256（可重复）</translation>
    </message>
    <message>
        <source>Batch that memory and work are told for</source>
        <translation>计算内存和计算量所用的批大小</translation>
    </message>
    <message>
        <source>One object; a run&apos;s has weights_sha256</source>
        <translation>一个对象；运行含有 weights_sha256</translation>
    </message>
    <message>
        <source>true \ predicted</source>
        <translation>实际 \ 预测</translation>
    </message>
    <message>
        <source>There are too many classes for a confusion matrix.</source>
        <translation>类别过多，无法给出混淆矩阵。</translation>
    </message>
    <message>
        <source>Loss and metrics of a trained network over a data set</source>
        <translation>已训练网络在数据集上的损失和指标</translation>
    </message>
    <message>
        <source>train, validation or test; default: the last of them that there is; of other data that is not split, all</source>
        <translation>train、validation 或 test；默认：其中存在的最后一个；其他数据未划分时用全部</translation>
    </message>
    <message>
        <source>Samples at a time</source>
        <translation>每次处理的样本数</translation>
    </message>
    <message>
        <source>0 = all cores</source>
        <translation>0 = 所有核心</translation>
    </message>
    <message>
        <source>Also precision, recall and F1 of each class, and the confusion matrix</source>
        <translation>同时给出各类别的精确率、召回率、F1 和混淆矩阵</translation>
    </message>
    <message>
        <source>The last weights, where a run with --use-ema has averages of them</source>
        <translation>使用 --use-ema 的运行有权重平均值时，改用最后的权重</translation>
    </message>
    <message>
        <source>Write a trained network to one file</source>
        <translation>把已训练的网络写入一个文件</translation>
    </message>
    <message>
        <source>search a rate for</source>
        <translation>为其搜索学习率</translation>
    </message>
    <message>
        <source>Search for a learning rate in a few steps; nothing is written</source>
        <translation>用少量步搜索学习率；不写入任何内容</translation>
    </message>
    <message>
        <source>Trains a copy of the weights for a few steps, with a rate that grows from step to step, and suggests the rate
at which the loss falls fastest. A schedule plays no part in it; callbacks do not either.</source>
        <translation>用权重的副本训练少量步，学习率逐步增大，并建议损失下降最快的学习率。
调度和回调都不起作用。</translation>
    </message>
    <message>
        <source>Begin with the weights of a run: its folder</source>
        <translation>从某次运行的权重开始：其文件夹</translation>
    </message>
    <message>
        <source>The first rate</source>
        <translation>第一个学习率</translation>
    </message>
    <message>
        <source>The last rate</source>
        <translation>最后一个学习率</translation>
    </message>
    <message>
        <source>Rates tried</source>
        <translation>尝试的学习率个数</translation>
    </message>
    <message>
        <source>Of the loss</source>
        <translation>损失的平滑</translation>
    </message>
    <message>
        <source>One object a line</source>
        <translation>每行一个对象</translation>
    </message>
    <message>
        <source>Builds, trains and examines neural networks for images.</source>
        <translation>构建、训练和考察图像神经网络。</translation>
    </message>
    <message>
        <source>List the templates and end</source>
        <translation>列出模板后结束</translation>
    </message>
    <message>
        <source>There is no command &quot;{name}&quot;. `tensorloom --help` lists those there are.</source>
        <translation>没有命令“{name}”。`tensorloom --help` 列出所有命令。</translation>
    </message>
    <message>
        <source>There is not enough memory. Choose a smaller batch or network.</source>
        <translation>内存不足。请减小批大小或网络。</translation>
    </message>
    <message>
        <source>A project file (.tlm)</source>
        <translation>项目文件（.tlm）</translation>
    </message>
    <message>
        <source>A network to start from; --templates lists them</source>
        <translation>作为起点的网络；--templates 列出所有模板</translation>
    </message>
    <message>
        <source>A project file, --template and --resume exclude each other; give one.</source>
        <translation>项目文件、--template 和 --resume 互斥；请只给一个。</translation>
    </message>
    <message>
        <source>The images of {name}</source>
        <translation>{name} 的图像</translation>
    </message>
    <message>
        <source>{data_shape}, as the run was trained on</source>
        <translation>{data_shape}，与该运行训练时相同</translation>
    </message>
    <message>
        <source>{thing}: {sentence}</source>
        <translation>{thing}：{sentence}</translation>
    </message>
    <message>
        <source>A data set instead of files; default: what it was trained on</source>
        <translation>用数据集代替文件；默认：训练所用的数据</translation>
    </message>
    <message>
        <source>First sample of the split, from 0</source>
        <translation>划分中的第一个样本，从 0 起</translation>
    </message>
    <message>
        <source>How many samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Classes shown for each, best first</source>
        <translation>每张图像显示的类别数，最好的在前</translation>
    </message>
    <message>
        <source>One object a sample, with all scores</source>
        <translation>每个样本一个对象，含所有得分</translation>
    </message>
    <message>
        <source> - validating</source>
        <translation> - 正在验证</translation>
    </message>
    <message>
        <source>no properties</source>
        <translation>没有属性</translation>
    </message>
    <message>
        <source>&quot;{assignment}&quot;</source>
        <translation>&quot;{assignment}&quot;</translation>
    </message>
    <message>
        <source>KEY=VALUE, such as beta_1=0.8</source>
        <translation>KEY=VALUE，例如 beta_1=0.8</translation>
    </message>
    <message>
        <source>no =</source>
        <translation>没有 =</translation>
    </message>
    <message>
        <source>Augmentation &quot;{name}&quot; takes no value.</source>
        <translation>数据增强“{name}”不带值。</translation>
    </message>
    <message>
        <source>Augmentation &quot;{text}&quot;</source>
        <translation>数据增强“{text}”</translation>
    </message>
    <message>
        <source>one of {known}, such as crop:4</source>
        <translation>{known} 之一，例如 crop:4</translation>
    </message>
    <message>
        <source>no augmentation of that name</source>
        <translation>没有这个名称的数据增强</translation>
    </message>
    <message>
        <source>Epochs in all; with --resume those done count. A schedule is then laid over the new total</source>
        <translation>总轮数；使用 --resume 时包括已完成的。调度按新的总数重新安排</translation>
    </message>
    <message>
        <source>Learning rate, or the peak of a schedule; default: the optimizer&apos;s</source>
        <translation>学习率，或调度的峰值；默认：优化器的默认值</translation>
    </message>
    <message>
        <source>Of sgd and rmsprop</source>
        <translation>sgd 和 rmsprop 的动量</translation>
    </message>
    <message>
        <source>Pulls weights towards 0</source>
        <translation>把权重拉向 0</translation>
    </message>
    <message>
        <source>Any property of the optimizer: beta_1=0.8 (repeatable)</source>
        <translation>优化器的任何属性：beta_1=0.8（可重复）</translation>
    </message>
    <message>
        <source>Any property of the schedule: pct_start=0.2 (repeatable)</source>
        <translation>调度的任何属性：pct_start=0.2（可重复）</translation>
    </message>
    <message>
        <source>crop:4,flip (or repeated); none takes a project&apos;s away</source>
        <translation>crop:4,flip（或重复使用）；none 去掉项目中的</translation>
    </message>
    <message>
        <source>Of every random draw (default 1)</source>
        <translation>所有随机抽取的种子（默认 1）</translation>
    </message>
    <message>
        <source>Images shuffled at a time; 0 = all</source>
        <translation>每次打乱的图像数；0 = 全部</translation>
    </message>
    <message>
        <source>MiB for a step and its weights; over it, values are computed twice instead of kept (0 = none)</source>
        <translation>一步及其权重的内存（MiB）；超出时重新计算而不保留（0 = 不限）</translation>
    </message>
    <message>
        <source>Loader threads; 0 = decided by the data</source>
        <translation>加载线程数；0 = 由数据决定</translation>
    </message>
    <message>
        <source>The optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>left out {path}: {reason}</source>
        <translation>未使用 {path}：{reason}</translation>
    </message>
    <message>
        <source>and {count} more left out.</source>
        <translation>另有 {count} 个未使用。</translation>
    </message>
    <message>
        <source>The data set &quot;{name}&quot; has no {split} split; it has {splits}.</source>
        <translation>数据集“{name}”没有 {split} 划分；它有 {splits}。</translation>
    </message>
    <message>
        <source>The network cannot be trained as it is.</source>
        <translation>网络目前无法训练。</translation>
    </message>
    <message>
        <source>{sentence}
  {next}</source>
        <translation>{sentence}
  {next}</translation>
    </message>
    <message>
        <source>The run already has {epoch} of {epochs} epochs: say with --epochs how many it shall have in all.</source>
        <translation>此运行的 {epochs} 轮中已有 {epoch} 轮：请用 --epochs 指明总轮数。</translation>
    </message>
    <message>
        <source>&quot;{directory}&quot; already holds a run. Go on with it by --resume {directory}, name another folder, or replace it with --overwrite.</source>
        <translation>“{directory}”中已有一次运行。请用 --resume {directory} 继续、指定其他文件夹，或用 --overwrite 替换它。</translation>
    </message>
    <message>
        <source>{sentence} Go on with `tensorloom train --resume {path}`.</source>
        <translation>{sentence}可用 `tensorloom train --resume {path}` 继续。</translation>
    </message>
    <message>
        <source>Train a project, a template, or go on with a run</source>
        <translation>训练项目或模板，或继续一次运行</translation>
    </message>
    <message>
        <source>The run&apos;s folder; default: runs/NAME-1, -2, ...</source>
        <translation>运行的文件夹；默认：runs/NAME-1、-2……</translation>
    </message>
    <message>
        <source>Replace the run that is in --out</source>
        <translation>替换 --out 中的运行</translation>
    </message>
    <message>
        <source>Begin with the weights of a run or checkpoint, by name and shape</source>
        <translation>按名称和形状，从某次运行或检查点的权重开始</translation>
    </message>
    <message>
        <source>One object a line instead of a progress bar</source>
        <translation>每行一个对象，而不是进度条</translation>
    </message>
    <message>
        <source>With --json: an object every so many steps; 0 = none</source>
        <translation>与 --json 同用：每隔多少步一个对象；0 = 没有</translation>
    </message>
    <message>
        <source>FAILED: {sentence}</source>
        <translation>失败：{sentence}</translation>
    </message>
    <message>
        <source>One object a check</source>
        <translation>每项检查一个对象</translation>
    </message>
    <message>
        <source>{folder} holds no event files yet; waiting for them. Ctrl+C ends.</source>
        <translation>{folder} 中尚无事件文件；正在等待。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>{folder} holds no event files: no file in it or below has &quot;tfevents&quot; in its name.</source>
        <translation>{folder} 中没有事件文件：其中及以下没有名称含“tfevents”的文件。</translation>
    </message>
    <message>
        <source>Follow TensorBoard event files: what each run wrote</source>
        <translation>跟踪 TensorBoard 事件文件：每次运行写入的内容</translation>
    </message>
    <message>
        <source>Reads what TensorFlow, Keras, PyTorch and `tensorloom train --log-dir` write, while they write it.
Exit codes: 0 done, 1 wrong command line, 2 no such folder or no event files (--once), 130 interrupted.</source>
        <translation>读取 TensorFlow、Keras、PyTorch 和 `tensorloom train --log-dir` 正在写入的内容。
退出码：0 完成，1 命令行有误，2 没有该文件夹或事件文件（--once），130 被中断。</translation>
    </message>
    <message>
        <source>The folder that holds the runs</source>
        <translation>存放各次运行的文件夹</translation>
    </message>
    <message>
        <source>Read what is there and end</source>
        <translation>读取现有内容后结束</translation>
    </message>
    <message>
        <source>One object a line for each tag: run, tag, kind, count, first_step, last_step, last</source>
        <translation>每个标签一行一个对象：run、tag、kind、count、first_step、last_step、last</translation>
    </message>
    <message>
        <source>Threads that read side by side; 0 = one a core</source>
        <translation>并行读取的线程数；0 = 每个核心一个</translation>
    </message>
    <message>
        <source>Conv2D&apos;s activation</source>
        <translation>Conv2D 的激活函数</translation>
    </message>
    <message>
        <source>one that fuses</source>
        <translation>可以融合的激活函数</translation>
    </message>
    <message>
        <source>Rescale</source>
        <translation>Rescale</translation>
    </message>
    <message>
        <source>uint8 or float32</source>
        <translation>uint8 或 float32</translation>
    </message>
    <message>
        <source>Embedding&apos;s number {index}</source>
        <translation>Embedding 的第 {index} 个数</translation>
    </message>
    <message>
        <source>0 to {rows}</source>
        <translation>0 到 {rows}</translation>
    </message>
    <message>
        <source>Make input_dim larger than the largest number in the data.</source>
        <translation>请把 input_dim 设得大于数据中的最大数。</translation>
    </message>
    <message>
        <source>FusedElementwise&apos;s step</source>
        <translation>FusedElementwise 的步骤</translation>
    </message>
    <message>
        <source>an elementwise op that it knows</source>
        <translation>它支持的逐元素算子</translation>
    </message>
    <message>
        <source>oneDNN could not multiply two matrices of Muon&apos;s update.</source>
        <translation>oneDNN 无法完成 Muon 更新中的矩阵乘法。</translation>
    </message>
    <message>
        <source>Reorder</source>
        <translation>Reorder</translation>
    </message>
    <message>
        <source>float32, bfloat16 or float16 values</source>
        <translation>float32、bfloat16 或 float16 数值</translation>
    </message>
    <message>
        <source>ElementwiseLoss&apos;s kind</source>
        <translation>ElementwiseLoss 的 kind</translation>
    </message>
    <message>
        <source>one that this device knows</source>
        <translation>此设备支持的种类</translation>
    </message>
    <message>
        <source>oneDNN layout</source>
        <translation>oneDNN 布局</translation>
    </message>
    <message>
        <source>a blocked one</source>
        <translation>分块布局</translation>
    </message>
    <message>
        <source>another kind</source>
        <translation>其他种类</translation>
    </message>
    <message>
        <source>oneDNN</source>
        <translation>oneDNN</translation>
    </message>
    <message>
        <source>the primitive to run</source>
        <translation>原语能够执行</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>状态 {status}</translation>
    </message>
    <message>
        <source>device &quot;{name}&quot;</source>
        <translation>设备“{name}”</translation>
    </message>
    <message>
        <source>one of: {known}</source>
        <translation>以下之一：{known}</translation>
    </message>
    <message>
        <source>no such device on this machine</source>
        <translation>本机没有这个设备</translation>
    </message>
    <message>
        <source>Choose another device.</source>
        <translation>请选择其他设备。</translation>
    </message>
    <message>
        <source>op {op}</source>
        <translation>算子 {op}</translation>
    </message>
    <message>
        <source>a kernel for it on this device</source>
        <translation>此设备上有它的内核</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>one of {known}</source>
        <translation>{known} 之一</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>数的列表</translation>
    </message>
    <message>
        <source>attribute {key}</source>
        <translation>属性 {key}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>{thing}.</source>
        <translation>{thing}。</translation>
    </message>
    <message>
        <source>{thing}: expected {expected}.</source>
        <translation>{thing}：应为{expected}。</translation>
    </message>
    <message>
        <source>{thing}: found {found}.</source>
        <translation>{thing}：实为{found}。</translation>
    </message>
    <message>
        <source>{thing}: expected {expected}, found {found}.</source>
        <translation>{thing}：应为{expected}，实为{found}。</translation>
    </message>
    <message>
        <source>{sentence} {next}</source>
        <translation>{sentence}{next}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>one of its choices</source>
        <translation>其选项之一</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a list of its choices</source>
        <translation>其选项的列表</translation>
    </message>
    <message>
        <source>between {low} and {high}</source>
        <translation>{low} 到 {high} 之间</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>不小于 {low}</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>不大于 {high}</translation>
    </message>
    <message>
        <source>{range} {unit}</source>
        <translation>{range} {unit}</translation>
    </message>
    <message>
        <source>{owner}.{key}</source>
        <translation>{owner}.{key}</translation>
    </message>
    <message>
        <source>&quot;{value}&quot;</source>
        <translation>&quot;{value}&quot;</translation>
    </message>
    <message>
        <source>{owner} has no property &quot;{key}&quot;. It has: {known}.</source>
        <translation>{owner} 没有属性“{key}”。它有：{known}。</translation>
    </message>
    <message>
        <source>{owner}.{key} is of another type than it is read as.</source>
        <translation>{owner}.{key} 的类型与读取时要求的不同。</translation>
    </message>
    <message>
        <source>{property} must be {wanted}, not &quot;{value}&quot;</source>
        <translation>{property} 必须是{wanted}，不能是“{value}”</translation>
    </message>
    <message>
        <source>{property} must be {wanted}, not {value}</source>
        <translation>{property} 必须是{wanted}，不能是 {value}</translation>
    </message>
    <message>
        <source>a finite number</source>
        <translation>有限的数</translation>
    </message>
    <message>
        <source>{property} must be one of {known}, not &quot;{value}&quot;</source>
        <translation>{property} 必须是 {known} 之一，不能是“{value}”</translation>
    </message>
    <message>
        <source>{property} must be {count} {count|number|numbers}, not {found}</source>
        <translation>{property} 必须有 {count} 个数，不能是 {found} 个</translation>
    </message>
    <message>
        <source>Each number of {property} must be {wanted}, not {value}</source>
        <translation>{property} 中的每个数必须是{wanted}，不能是 {value}</translation>
    </message>
    <message>
        <source>{property} must be some of {known}; &quot;{value}&quot; is none of them</source>
        <translation>{property} 必须取自 {known}；其中没有“{value}”</translation>
    </message>
    <message>
        <source>{fault}.</source>
        <translation>{fault}。</translation>
    </message>
    <message>
        <source>Resize&apos;s mode</source>
        <translation>Resize 的 mode</translation>
    </message>
    <message>
        <source>tensor element type</source>
        <translation>张量的元素类型</translation>
    </message>
    <message>
        <source>tensor values</source>
        <translation>张量的值</translation>
    </message>
    <message>
        <source>reshape</source>
        <translation>重排形状</translation>
    </message>
    <message>
        <source>{elements} elements</source>
        <translation>{elements} 个元素</translation>
    </message>
    <message>
        <source>Puts a rectangle of another image of the batch into every image; labels count by area.</source>
        <translation>把同一批中另一张图像的一块矩形放进每张图像；标签按面积计。</translation>
    </message>
    <message>
        <source>Of the Beta distribution that areas are drawn from: 1 makes all equally likely.</source>
        <translation>抽取面积所用的 Beta 分布的参数：1 表示各种大小机会均等。</translation>
    </message>
    <message>
        <source>cutmix {value}</source>
        <translation>cutmix {value}</translation>
    </message>
    <message>
        <source>Blends every image with another of its batch; the label becomes a blend as well.</source>
        <translation>把每张图像与同一批中的另一张混合；标签也相应混合。</translation>
    </message>
    <message>
        <source>Of the Beta distribution that weights are drawn from: the larger, the more even.</source>
        <translation>抽取权重所用的 Beta 分布的参数：越大越均匀。</translation>
    </message>
    <message>
        <source>mixup {value}</source>
        <translation>mixup {value}</translation>
    </message>
    <message>
        <source>Some changes out of fourteen: turns, shifts, shears, colours, light, sharpness.</source>
        <translation>从十四种变化中取几种：旋转、平移、错切、颜色、明暗、锐度。</translation>
    </message>
    <message>
        <source>How many changes an image gets.</source>
        <translation>每张图像的变化个数。</translation>
    </message>
    <message>
        <source>How strong each is.</source>
        <translation>每种变化的强度。</translation>
    </message>
    <message>
        <source>RandAugment {count} × {value}</source>
        <translation>RandAugment {count} × {value}</translation>
    </message>
    <message>
        <source>Random brightness</source>
        <translation>随机亮度</translation>
    </message>
    <message>
        <source>Makes the whole image lighter or darker.</source>
        <translation>使整张图像变亮或变暗。</translation>
    </message>
    <message>
        <source>The largest change, as a share of white.</source>
        <translation>最大变化，以白色的比例计。</translation>
    </message>
    <message>
        <source>brightness ±{value}</source>
        <translation>亮度 ±{value}</translation>
    </message>
    <message>
        <source>Random contrast</source>
        <translation>随机对比度</translation>
    </message>
    <message>
        <source>Moves all values away from their mean, or towards it.</source>
        <translation>使所有值远离或靠近其均值。</translation>
    </message>
    <message>
        <source>The largest change: 0.2 draws from 0.8 to 1.2 times the contrast.</source>
        <translation>最大变化：0.2 表示对比度在 0.8 到 1.2 倍之间抽取。</translation>
    </message>
    <message>
        <source>contrast ±{value}</source>
        <translation>对比度 ±{value}</translation>
    </message>
    <message>
        <source>RandomCrop/padding</source>
        <translation>RandomCrop/padding</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 或以上</translation>
    </message>
    <message>
        <source>How far the window may move out of the image on each side.</source>
        <translation>窗口在每一侧最多可移出图像的像素数。</translation>
    </message>
    <message>
        <source>What lies outside the image: black, the image mirrored at its edge, or its edge drawn out.</source>
        <translation>图像之外的内容：黑色、以边缘镜像的图像，或延伸的边缘。</translation>
    </message>
    <message>
        <source>Random crop</source>
        <translation>随机裁剪</translation>
    </message>
    <message>
        <source>Pads the image and cuts it out again at a random place.</source>
        <translation>先填充图像，再从随机位置裁出。</translation>
    </message>
    <message>
        <source>crop, pad {padding}</source>
        <translation>裁剪，填充 {padding}</translation>
    </message>
    <message>
        <source>crop, pad {padding}, {fill}</source>
        <translation>裁剪，填充 {padding}，{fill}</translation>
    </message>
    <message>
        <source>The value of the rectangle: 0 is black.</source>
        <translation>矩形的值：0 为黑色。</translation>
    </message>
    <message>
        <source>Random erasing (cutout)</source>
        <translation>随机擦除（cutout）</translation>
    </message>
    <message>
        <source>Covers a random rectangle of the image.</source>
        <translation>遮住图像中的一块随机矩形。</translation>
    </message>
    <message>
        <source>The largest rectangle, as a share of the image&apos;s area; the smallest is a tenth of it.</source>
        <translation>最大的矩形，以图像面积的比例计；最小为其十分之一。</translation>
    </message>
    <message>
        <source>What the rectangle shows: random values, or one value.</source>
        <translation>矩形中的内容：随机值，或同一个值。</translation>
    </message>
    <message>
        <source>erase to {value}</source>
        <translation>擦除至 {value}</translation>
    </message>
    <message>
        <source>Horizontal mirrors left to right. Leave it out where direction means something, as in digits.</source>
        <translation>horizontal 左右镜像。方向有意义的数据（如数字）不要使用。</translation>
    </message>
    <message>
        <source>How often an image is mirrored.</source>
        <translation>图像被镜像的概率。</translation>
    </message>
    <message>
        <source>Random flip</source>
        <translation>随机翻转</translation>
    </message>
    <message>
        <source>Mirrors the image at random.</source>
        <translation>随机镜像图像。</translation>
    </message>
    <message>
        <source>flip, vertical</source>
        <translation>翻转，上下</translation>
    </message>
    <message>
        <source>flip, both ways</source>
        <translation>翻转，两个方向</translation>
    </message>
    <message>
        <source>Random blur</source>
        <translation>随机模糊</translation>
    </message>
    <message>
        <source>Blurs the image with a Gaussian of random width.</source>
        <translation>用随机宽度的高斯核模糊图像。</translation>
    </message>
    <message>
        <source>The largest width of the Gaussian, in pixels.</source>
        <translation>高斯核的最大宽度，单位像素。</translation>
    </message>
    <message>
        <source>Pixels that are looked at in each direction; an even number is taken one up.</source>
        <translation>每个方向上参与计算的像素数；偶数会加一。</translation>
    </message>
    <message>
        <source>blur to {value}</source>
        <translation>模糊至 {value}</translation>
    </message>
    <message>
        <source>Random noise</source>
        <translation>随机噪声</translation>
    </message>
    <message>
        <source>Adds normal noise to every value of every channel.</source>
        <translation>给每个通道的每个值加上正态噪声。</translation>
    </message>
    <message>
        <source>The largest deviation, as a share of white; each image draws its own.</source>
        <translation>最大标准差，以白色的比例计；每张图像各自抽取。</translation>
    </message>
    <message>
        <source>noise to {value}</source>
        <translation>噪声至 {value}</translation>
    </message>
    <message>
        <source>Random greyscale</source>
        <translation>随机灰度</translation>
    </message>
    <message>
        <source>Takes the colours away.</source>
        <translation>去掉颜色。</translation>
    </message>
    <message>
        <source>grey {value}</source>
        <translation>灰度 {value}</translation>
    </message>
    <message>
        <source>Random hue</source>
        <translation>随机色相</translation>
    </message>
    <message>
        <source>Turns all colours round the colour circle; grey images stay.</source>
        <translation>沿色环转动所有颜色；灰度图像不变。</translation>
    </message>
    <message>
        <source>The largest turn: 1 is half the circle.</source>
        <translation>最大转动：1 为半圈。</translation>
    </message>
    <message>
        <source>hue ±{value}</source>
        <translation>色相 ±{value}</translation>
    </message>
    <message>
        <source>Random resized crop</source>
        <translation>随机缩放裁剪</translation>
    </message>
    <message>
        <source>Cuts out a window of random size and shape and resizes it to the image&apos;s size.</source>
        <translation>裁出大小和形状随机的窗口，再缩放到图像大小。</translation>
    </message>
    <message>
        <source>The smallest window, as a share of the image&apos;s area.</source>
        <translation>最小的窗口，以图像面积的比例计。</translation>
    </message>
    <message>
        <source>The longest side of the window, as a multiple of its shorter one.</source>
        <translation>窗口的最长边，以短边的倍数计。</translation>
    </message>
    <message>
        <source>resized crop from {value}</source>
        <translation>缩放裁剪，自 {value} 起</translation>
    </message>
    <message>
        <source>Random quarter turns</source>
        <translation>随机直角旋转</translation>
    </message>
    <message>
        <source>Turns the image by 0, 90, 180 or 270 degrees; an image that is not square by 0 or 180.</source>
        <translation>把图像旋转 0、90、180 或 270 度；非正方形图像旋转 0 或 180 度。</translation>
    </message>
    <message>
        <source>quarter turns</source>
        <translation>直角旋转</translation>
    </message>
    <message>
        <source>Random rotation</source>
        <translation>随机旋转</translation>
    </message>
    <message>
        <source>Turns the image by a random angle either way.</source>
        <translation>向任一方向旋转随机角度。</translation>
    </message>
    <message>
        <source>The largest angle, as a share of a full turn: 0.05 is 18°.</source>
        <translation>最大角度，以整圈的比例计：0.05 为 18°。</translation>
    </message>
    <message>
        <source>turn ±{value}°</source>
        <translation>旋转 ±{value}°</translation>
    </message>
    <message>
        <source>Random saturation</source>
        <translation>随机饱和度</translation>
    </message>
    <message>
        <source>Makes colours stronger or paler; grey images stay.</source>
        <translation>使颜色更浓或更淡；灰度图像不变。</translation>
    </message>
    <message>
        <source>How far the draw may be from one half: 0.2 scales by 0.67 to 1.5, 1 from grey to full.</source>
        <translation>抽取值偏离二分之一的最大距离：0.2 表示缩放 0.67 到 1.5 倍，1 表示从灰度到全饱和。</translation>
    </message>
    <message>
        <source>saturation ±{value}</source>
        <translation>饱和度 ±{value}</translation>
    </message>
    <message>
        <source>Random shear</source>
        <translation>随机错切</translation>
    </message>
    <message>
        <source>Slants the image sideways or upwards.</source>
        <translation>使图像横向或纵向倾斜。</translation>
    </message>
    <message>
        <source>The largest slant of the columns: 1 is 45°.</source>
        <translation>列的最大倾斜：1 为 45°。</translation>
    </message>
    <message>
        <source>The largest slant of the rows: 1 is 45°.</source>
        <translation>行的最大倾斜：1 为 45°。</translation>
    </message>
    <message>
        <source>shear {x} × {y}</source>
        <translation>错切 {x} × {y}</translation>
    </message>
    <message>
        <source>Random shift</source>
        <translation>随机平移</translation>
    </message>
    <message>
        <source>Moves the image up or down and left or right.</source>
        <translation>上下左右移动图像。</translation>
    </message>
    <message>
        <source>The farthest way up or down, as a share of the height.</source>
        <translation>上下移动的最大距离，以高度的比例计。</translation>
    </message>
    <message>
        <source>The farthest way to a side, as a share of the width.</source>
        <translation>左右移动的最大距离，以宽度的比例计。</translation>
    </message>
    <message>
        <source>shift {x} × {y}</source>
        <translation>平移 {x} × {y}</translation>
    </message>
    <message>
        <source>Width follows height; otherwise it is drawn by itself.</source>
        <translation>宽度跟随高度；否则单独抽取。</translation>
    </message>
    <message>
        <source>The farthest zoom of the width.</source>
        <translation>宽度的最大缩放。</translation>
    </message>
    <message>
        <source>Random zoom</source>
        <translation>随机缩放</translation>
    </message>
    <message>
        <source>Zooms in or out about the middle.</source>
        <translation>以中心为准放大或缩小。</translation>
    </message>
    <message>
        <source>The farthest zoom: 0.1 shows 90 % to 110 % of the height.</source>
        <translation>最大缩放：0.1 表示显示高度的 90 % 到 110 %。</translation>
    </message>
    <message>
        <source>zoom ±{value}</source>
        <translation>缩放 ±{value}</translation>
    </message>
    <message>
        <source>Blur, noise and erasing</source>
        <translation>模糊、噪声与擦除</translation>
    </message>
    <message>
        <source>Mixing two images</source>
        <translation>混合两张图像</translation>
    </message>
    <message>
        <source>The augmentation {type}</source>
        <translation>数据增强 {type}</translation>
    </message>
    <message>
        <source>an unknown name</source>
        <translation>未知的名称</translation>
    </message>
    <message>
        <source>a property of {known}</source>
        <translation>{known} 中的属性</translation>
    </message>
    <message>
        <source>The augmentation {name}: {fault}.</source>
        <translation>数据增强 {name}：{fault}。</translation>
    </message>
    <message>
        <source>How often an image is changed.</source>
        <translation>图像被改变的概率。</translation>
    </message>
    <message>
        <source>What lies outside the image: its mirror, one value, its edge drawn out, or its other side.</source>
        <translation>图像之外的内容：镜像、固定值、延伸的边缘，或图像的另一侧。</translation>
    </message>
    <message>
        <source>The value outside: 0 is black.</source>
        <translation>图像之外的值：0 为黑色。</translation>
    </message>
    <message>
        <source>Smooth, or each pixel from one other.</source>
        <translation>平滑插值，或每个像素取自另一个像素。</translation>
    </message>
    <message>
        <source>The column {name} to bucket</source>
        <translation>要分桶的列 {name}</translation>
    </message>
    <message>
        <source>one of the table&apos;s columns</source>
        <translation>表中的列</translation>
    </message>
    <message>
        <source>no column of that name</source>
        <translation>没有这个名称的列</translation>
    </message>
    <message>
        <source>The setting bucket</source>
        <translation>设置项 bucket</translation>
    </message>
    <message>
        <source>COLUMN:COUNT or COLUMN:BOUNDARY;BOUNDARY</source>
        <translation>COLUMN:COUNT 或 COLUMN:BOUNDARY;BOUNDARY</translation>
    </message>
    <message>
        <source>The buckets of {name}</source>
        <translation>{name} 的桶数</translation>
    </message>
    <message>
        <source>2 to 1,000</source>
        <translation>2 到 1,000</translation>
    </message>
    <message>
        <source>The boundaries of {name}</source>
        <translation>{name} 的边界</translation>
    </message>
    <message>
        <source>rising numbers with ; between them</source>
        <translation>用 ; 分隔的递增数</translation>
    </message>
    <message>
        <source>a count of 2 or more, or boundaries</source>
        <translation>2 或以上的个数，或各边界</translation>
    </message>
    <message>
        <source>Measuring the columns was cancelled.</source>
        <translation>列的统计已取消。</translation>
    </message>
    <message>
        <source>The setting scale</source>
        <translation>设置项 scale</translation>
    </message>
    <message>
        <source>standard, minmax or none</source>
        <translation>standard、minmax 或 none</translation>
    </message>
    <message>
        <source>The setting pca</source>
        <translation>设置项 pca</translation>
    </message>
    <message>
        <source>a number of components from 1 to {most}</source>
        <translation>1 到 {most} 个主成分</translation>
    </message>
    <message>
        <source>The {count} principal components hold {percent} % of the variance.</source>
        <translation>{count} 个主成分保留了 {percent} % 的方差。</translation>
    </message>
    <message>
        <source>rows of cells</source>
        <translation>由单元格组成的行</translation>
    </message>
    <message>
        <source>only blank lines</source>
        <translation>只有空行</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>text in UTF-8</source>
        <translation>UTF-8 文本</translation>
    </message>
    <message>
        <source>UTF-16</source>
        <translation>UTF-16</translation>
    </message>
    <message>
        <source>Save it as CSV in UTF-8.</source>
        <translation>请存为 UTF-8 编码的 CSV。</translation>
    </message>
    <message>
        <source>{thing} line {line}</source>
        <translation>{thing} 第 {line} 行</translation>
    </message>
    <message>
        <source>a zero byte</source>
        <translation>零字节</translation>
    </message>
    <message>
        <source>bytes that are none</source>
        <translation>不属于 UTF-8 的字节</translation>
    </message>
    <message>
        <source>a quote at the end of the quoted cell</source>
        <translation>带引号的单元格以引号结束</translation>
    </message>
    <message>
        <source>the file&apos;s end</source>
        <translation>文件结尾</translation>
    </message>
    <message>
        <source>a separator behind the quoted cell</source>
        <translation>带引号的单元格之后是分隔符</translation>
    </message>
    <message>
        <source>other text</source>
        <translation>其他文本</translation>
    </message>
    <message>
        <source>A quote inside a quoted cell is written twice.</source>
        <translation>带引号的单元格内的引号要写两次。</translation>
    </message>
    <message>
        <source>{count} {count|cell|cells}, as the first row has</source>
        <translation>{count} 个单元格，与第一行相同</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}.</source>
        <translation>文件无法读取：{reason}。</translation>
    </message>
    <message>
        <source>There is no permission to read the file.</source>
        <translation>没有读取该文件的权限。</translation>
    </message>
    <message>
        <source>The file is no longer there.</source>
        <translation>文件已不存在。</translation>
    </message>
    <message>
        <source>The file cannot be opened: {reason}.</source>
        <translation>文件无法打开：{reason}。</translation>
    </message>
    <message>
        <source>a folder that may be read</source>
        <translation>可以读取的文件夹</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>Change its permissions (chmod u+rx) or move it out of the data set.</source>
        <translation>请修改权限（chmod u+rx），或把它移出数据集。</translation>
    </message>
    <message>
        <source>a folder that can be read</source>
        <translation>能够读取的文件夹</translation>
    </message>
    <message>
        <source>one sub-folder for each class</source>
        <translation>每个类别一个子文件夹</translation>
    </message>
    <message>
        <source>no sub-folder</source>
        <translation>没有子文件夹</translation>
    </message>
    <message>
        <source>Put the images of each class into a sub-folder with the class&apos;s name.</source>
        <translation>请把每个类别的图像放入以类别命名的子文件夹。</translation>
    </message>
    <message>
        <source>Opening the data set was cancelled.</source>
        <translation>已取消打开数据集。</translation>
    </message>
    <message>
        <source>a file that may be read</source>
        <translation>可以读取的文件</translation>
    </message>
    <message>
        <source>Change its permissions.</source>
        <translation>请修改其权限。</translation>
    </message>
    <message>
        <source>a file that can be read</source>
        <translation>能够读取的文件</translation>
    </message>
    <message>
        <source>a whole gzip file</source>
        <translation>完整的 gzip 文件</translation>
    </message>
    <message>
        <source>one that is cut short</source>
        <translation>被截断的文件</translation>
    </message>
    <message>
        <source>Copy or download it again.</source>
        <translation>请重新复制或下载。</translation>
    </message>
    <message>
        <source>a sound gzip file</source>
        <translation>完好的 gzip 文件</translation>
    </message>
    <message>
        <source>damaged data ({text})</source>
        <translation>损坏的数据（{text}）</translation>
    </message>
    <message>
        <source>It is no IDX file of {what}; check that the file is the right one.</source>
        <translation>这不是{what}的 IDX 文件；请检查文件是否正确。</translation>
    </message>
    <message>
        <source>This is a labels file under an images file&apos;s name.</source>
        <translation>这是标签文件，却用了图像文件的名称。</translation>
    </message>
    <message>
        <source>This is an images file under a labels file&apos;s name.</source>
        <translation>这是图像文件，却用了标签文件的名称。</translation>
    </message>
    <message>
        <source>the magic number {magic} of IDX {what}</source>
        <translation>{what} IDX 文件的魔数 {magic}</translation>
    </message>
    <message>
        <source>an IDX header of {count} bytes</source>
        <translation>{count} 字节的 IDX 文件头</translation>
    </message>
    <message>
        <source>{count} bytes in all</source>
        <translation>总共 {count} 字节</translation>
    </message>
    <message>
        <source>The file is cut short; copy or download it again.</source>
        <translation>文件被截断；请重新复制或下载。</translation>
    </message>
    <message>
        <source>a count and image sizes from 1 to 8192</source>
        <translation>个数，以及 1 到 8192 的图像尺寸</translation>
    </message>
    <message>
        <source>a count above 0</source>
        <translation>大于 0 的个数</translation>
    </message>
    <message>
        <source>The file&apos;s header is damaged; copy or download it again.</source>
        <translation>文件头已损坏；请重新复制或下载。</translation>
    </message>
    <message>
        <source>{count} bytes of {what}, as its header says ({shape})</source>
        <translation>文件头所说的 {count} 字节{what}（{shape}）</translation>
    </message>
    <message>
        <source>more than that</source>
        <translation>更多字节</translation>
    </message>
    <message>
        <source>The header and the content do not belong together; copy or download it again.</source>
        <translation>文件头与内容不符；请重新复制或下载。</translation>
    </message>
    <message>
        <source>The {format} file is cut short: it should have {needed} bytes and has {found}.</source>
        <translation>{format} 文件被截断：应有 {needed} 字节，实有 {found} 字节。</translation>
    </message>
    <message>
        <source>The JPEG file is corrupt: its header is damaged.</source>
        <translation>JPEG 文件已损坏：文件头有误。</translation>
    </message>
    <message>
        <source>The JPEG file is cut short: it ends within its header.</source>
        <translation>JPEG 文件被截断：在文件头内就结束了。</translation>
    </message>
    <message>
        <source>The PNG file is cut short or corrupt: its header is missing.</source>
        <translation>PNG 文件被截断或已损坏：缺少文件头。</translation>
    </message>
    <message>
        <source>The PNG file is cut short: its end is missing.</source>
        <translation>PNG 文件被截断：缺少结尾。</translation>
    </message>
    <message>
        <source>The PNG file is corrupt: a checksum in it is wrong.</source>
        <translation>PNG 文件已损坏：其中的校验和有误。</translation>
    </message>
    <message>
        <source>The BMP file is corrupt: its header is damaged.</source>
        <translation>BMP 文件已损坏：文件头有误。</translation>
    </message>
    <message>
        <source>The TIFF file is cut short: its directory is missing.</source>
        <translation>TIFF 文件被截断：缺少目录。</translation>
    </message>
    <message>
        <source>The image file is corrupt: it cannot be decoded.</source>
        <translation>图像文件已损坏：无法解码。</translation>
    </message>
    <message>
        <source>The image file cannot be decoded: {reason}.</source>
        <translation>图像文件无法解码：{reason}。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>It says to be {width}×{height} pixels, more than are read.</source>
        <translation>它声称有 {width}×{height} 像素，超出可读取的大小。</translation>
    </message>
    <message>
        <source>Looking into {count} files</source>
        <translation>正在检查 {count} 个文件</translation>
    </message>
    <message>
        <source>images that can be read</source>
        <translation>能够读取的图像</translation>
    </message>
    <message>
        <source>Check the paths.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>The first: {path}: {reason}</source>
        <translation>第一个：{path}：{reason}</translation>
    </message>
    <message>
        <source>It is no image.</source>
        <translation>这不是图像。</translation>
    </message>
    <message>
        <source>1 or more</source>
        <translation>1 或以上</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他内容</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>The stages of {name}</source>
        <translation>{name} 的各阶段</translation>
    </message>
    <message>
        <source>none that change images, since it holds rows of numbers</source>
        <translation>不含改变图像的阶段，因为其中是数值行</translation>
    </message>
    <message>
        <source>Take augmentation, resize and map away.</source>
        <translation>请去掉 augmentation、resize 和 map。</translation>
    </message>
    <message>
        <source>map</source>
        <translation>map</translation>
    </message>
    <message>
        <source>to keep the image at {shape}</source>
        <translation>图像保持 {shape}</translation>
    </message>
    <message>
        <source>The JPEG file is cut short: its end is missing.</source>
        <translation>JPEG 文件被截断：缺少结尾。</translation>
    </message>
    <message>
        <source>{name} {split}</source>
        <translation>{name} {split}</translation>
    </message>
    <message>
        <source>{size} bytes of pixels</source>
        <translation>{size} 字节的像素</translation>
    </message>
    <message>
        <source>a NumPy header with &apos;{key}&apos;</source>
        <translation>含有 &apos;{key}&apos; 的 NumPy 文件头</translation>
    </message>
    <message>
        <source>Save the array again with numpy.save.</source>
        <translation>请用 numpy.save 重新保存数组。</translation>
    </message>
    <message>
        <source>a shape such as (60000, 28, 28) in its header</source>
        <translation>文件头中类似 (60000, 28, 28) 的形状</translation>
    </message>
    <message>
        <source>The file is damaged; save the array again.</source>
        <translation>文件已损坏；请重新保存数组。</translation>
    </message>
    <message>
        <source>numbers or text</source>
        <translation>数值或文本</translation>
    </message>
    <message>
        <source>values of the type {text}</source>
        <translation>{text} 类型的值</translation>
    </message>
    <message>
        <source>Records of several types are not read; save each column as an array of its own.</source>
        <translation>不支持多种类型的记录；请把每一列存为单独的数组。</translation>
    </message>
    <message>
        <source>Pickled Python objects are not read; convert them to numbers first.</source>
        <translation>不支持 pickle 的 Python 对象；请先转换为数值。</translation>
    </message>
    <message>
        <source>Convert the array to float32 or int64 first.</source>
        <translation>请先把数组转换为 float32 或 int64。</translation>
    </message>
    <message>
        <source>NumPy&apos;s magic number \x93NUMPY at its start</source>
        <translation>开头有 NumPy 的魔数 \x93NUMPY</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>其他内容</translation>
    </message>
    <message>
        <source>It is no .npy file; save the array with numpy.save.</source>
        <translation>这不是 .npy 文件；请用 numpy.save 保存数组。</translation>
    </message>
    <message>
        <source>a NumPy header</source>
        <translation>NumPy 文件头</translation>
    </message>
    <message>
        <source>The file is cut short; copy or save it again.</source>
        <translation>文件被截断；请重新复制或保存。</translation>
    </message>
    <message>
        <source>version 1, 2 or 3 of the format</source>
        <translation>格式版本 1、2 或 3</translation>
    </message>
    <message>
        <source>version {version}</source>
        <translation>版本 {version}</translation>
    </message>
    <message>
        <source>a header of at most 65,536 bytes</source>
        <translation>最多 65,536 字节的文件头</translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <translation>文件已损坏。</translation>
    </message>
    <message>
        <source>a NumPy header of {length} bytes</source>
        <translation>{length} 字节的 NumPy 文件头</translation>
    </message>
    <message>
        <source>at most 64 GiB</source>
        <translation>最多 64 GiB</translation>
    </message>
    <message>
        <source>The file&apos;s header is damaged.</source>
        <translation>文件头已损坏。</translation>
    </message>
    <message>
        <source>{expected} bytes for {description}</source>
        <translation>{description} 的 {expected} 字节</translation>
    </message>
    <message>
        <source>The header and the content do not belong together.</source>
        <translation>文件头与内容不符。</translation>
    </message>
    <message>
        <source>a .npz file, as numpy.savez writes it</source>
        <translation>numpy.savez 写出的 .npz 文件</translation>
    </message>
    <message>
        <source>Check the path, or save the arrays again.</source>
        <translation>请检查路径，或重新保存数组。</translation>
    </message>
    <message>
        <source>an array that can be read</source>
        <translation>能够读取的数组</translation>
    </message>
    <message>
        <source>sound compressed data</source>
        <translation>完好的压缩数据</translation>
    </message>
    <message>
        <source>The file is damaged; copy or save it again.</source>
        <translation>文件已损坏；请重新复制或保存。</translation>
    </message>
    <message>
        <source>arrays saved by numpy.savez</source>
        <translation>由 numpy.savez 保存的数组</translation>
    </message>
    <message>
        <source>none in the archive</source>
        <translation>压缩包中没有数组</translation>
    </message>
    <message>
        <source>Principal components of {name}</source>
        <translation>{name} 的主成分</translation>
    </message>
    <message>
        <source>two rows or more</source>
        <translation>两行或以上</translation>
    </message>
    <message>
        <source>at most 8,192 columns</source>
        <translation>最多 8,192 列</translation>
    </message>
    <message>
        <source>The principal components of {name} were not found.</source>
        <translation>未能求出 {name} 的主成分。</translation>
    </message>
    <message>
        <source>The pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>a source of images</source>
        <translation>图像数据源</translation>
    </message>
    <message>
        <source>The shuffle&apos;s buffer</source>
        <translation>打乱缓冲区</translation>
    </message>
    <message>
        <source>The items to take</source>
        <translation>要取的样本数</translation>
    </message>
    <message>
        <source>0 or more, or -1 for all</source>
        <translation>0 或以上，或以 -1 表示全部</translation>
    </message>
    <message>
        <source>The items to skip</source>
        <translation>要跳过的样本数</translation>
    </message>
    <message>
        <source>The epochs to repeat</source>
        <translation>要重复的轮数</translation>
    </message>
    <message>
        <source>0 or more, or -1 for ever</source>
        <translation>0 或以上，或以 -1 表示无限</translation>
    </message>
    <message>
        <source>The filter</source>
        <translation>过滤器</translation>
    </message>
    <message>
        <source>a function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>rows of numbers</source>
        <translation>数值行</translation>
    </message>
    <message>
        <source>The batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>The augmentation of {name}</source>
        <translation>{name} 的数据增强</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Switch augmentation off.</source>
        <translation>请关闭数据增强。</translation>
    </message>
    <message>
        <source>The images&apos; shape</source>
        <translation>图像的形状</translation>
    </message>
    <message>
        <source>[channels, height, width] with 1 or 3 channels</source>
        <translation>1 或 3 个通道的 [channels, height, width]</translation>
    </message>
    <message>
        <source>The loader&apos;s workers</source>
        <translation>加载线程数</translation>
    </message>
    <message>
        <source>0 to 256, or -1 for as many as help</source>
        <translation>0 到 256，或以 -1 表示自动</translation>
    </message>
    <message>
        <source>The data set {name}</source>
        <translation>数据集 {name}</translation>
    </message>
    <message>
        <source>at least one image to read</source>
        <translation>至少一张可读取的图像</translation>
    </message>
    <message>
        <source>Choose another data set or split.</source>
        <translation>请选择其他数据集或划分。</translation>
    </message>
    <message>
        <source>at most the {items} images there are</source>
        <translation>不超过现有的 {items} 张图像</translation>
    </message>
    <message>
        <source>Make the batch smaller, or keep the incomplete last batch.</source>
        <translation>请减小批大小，或保留不完整的最后一批。</translation>
    </message>
    <message>
        <source>The place to go on from</source>
        <translation>继续的位置</translation>
    </message>
    <message>
        <source>a batch from 0 to {batches} of an epoch</source>
        <translation>一轮中的第 0 到 {batches} 批</translation>
    </message>
    <message>
        <source>batch {first_batch} of epoch {first_epoch}</source>
        <translation>第 {first_epoch} 轮第 {first_batch} 批</translation>
    </message>
    <message>
        <source>The data set or the batch size has changed since.</source>
        <translation>数据集或批大小已经改变。</translation>
    </message>
    <message>
        <source>filter before shuffle and take</source>
        <translation>filter 在 shuffle 和 take 之前</translation>
    </message>
    <message>
        <source>a filter of items that differ from epoch to epoch</source>
        <translation>样本随轮次变化的过滤</translation>
    </message>
    <message>
        <source>Call filter first.</source>
        <translation>请先调用 filter。</translation>
    </message>
    <message>
        <source>filter before batch</source>
        <translation>filter 在 batch 之前</translation>
    </message>
    <message>
        <source>a filter of batches</source>
        <translation>对批的过滤</translation>
    </message>
    <message>
        <source>Call filter before batch.</source>
        <translation>请在 batch 之前调用 filter。</translation>
    </message>
    <message>
        <source>repeat for ever as the last stage, or a take after it</source>
        <translation>无限的 repeat 作为最后一个阶段，或其后有 take</translation>
    </message>
    <message>
        <source>an epoch without end</source>
        <translation>没有尽头的一轮</translation>
    </message>
    <message>
        <source>Call repeat after shuffle and skip.</source>
        <translation>请在 shuffle 和 skip 之后调用 repeat。</translation>
    </message>
    <message>
        <source>shuffle before repeat</source>
        <translation>shuffle 在 repeat 之前</translation>
    </message>
    <message>
        <source>a shuffle of items without end</source>
        <translation>对无穷样本的打乱</translation>
    </message>
    <message>
        <source>Call repeat after shuffle.</source>
        <translation>请在 shuffle 之后调用 repeat。</translation>
    </message>
    <message>
        <source>The image&apos;s channels</source>
        <translation>图像的通道数</translation>
    </message>
    <message>
        <source>1 or 3</source>
        <translation>1 或 3</translation>
    </message>
    <message>
        <source>{channels} to be made {wanted}</source>
        <translation>要把 {channels} 变为 {wanted}</translation>
    </message>
    <message>
        <source>The fraction to split off</source>
        <translation>划出的比例</translation>
    </message>
    <message>
        <source>a number from 0 to 1</source>
        <translation>0 到 1 的数</translation>
    </message>
    <message>
        <source>10 class names, one a line</source>
        <translation>10 个类别名称，每行一个</translation>
    </message>
    <message>
        <source>Copy the file again, or delete it to use the usual names.</source>
        <translation>请重新复制该文件，或删除它以使用通常的名称。</translation>
    </message>
    <message>
        <source>whole records of 3,073 bytes (30,730,000 bytes in the original)</source>
        <translation>每条 3,073 字节的完整记录（原始文件为 30,730,000 字节）</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>The file is cut short or not CIFAR-10&apos;s binary version; copy or download it again.</source>
        <translation>文件被截断，或不是 CIFAR-10 的二进制版；请重新复制或下载。</translation>
    </message>
    <message>
        <source>labels from 0 to 9</source>
        <translation>0 到 9 的标签</translation>
    </message>
    <message>
        <source>{record} in record {index}</source>
        <translation>第 {index} 条记录中的 {record}</translation>
    </message>
    <message>
        <source>The file is damaged or not CIFAR-10&apos;s binary version.</source>
        <translation>文件已损坏，或不是 CIFAR-10 的二进制版。</translation>
    </message>
    <message>
        <source>CIFAR-10&apos;s files data_batch_1.bin to data_batch_5.bin and test_batch.bin</source>
        <translation>CIFAR-10 的文件 data_batch_1.bin 到 data_batch_5.bin 以及 test_batch.bin</translation>
    </message>
    <message>
        <source>the version for Python</source>
        <translation>Python 版</translation>
    </message>
    <message>
        <source>none of them</source>
        <translation>一个也没有</translation>
    </message>
    <message>
        <source>Download the binary version (cifar-10-binary.tar.gz).</source>
        <translation>请下载二进制版（cifar-10-binary.tar.gz）。</translation>
    </message>
    <message>
        <source>Choose the folder that holds the files themselves.</source>
        <translation>请选择直接存放这些文件的文件夹。</translation>
    </message>
    <message>
        <source>Reading {file}</source>
        <translation>正在读取 {file}</translation>
    </message>
    <message>
        <source>The file is missing; its images are not part of the training images.</source>
        <translation>缺少该文件；其中的图像未计入训练图像。</translation>
    </message>
    <message>
        <source>{directory} has test images only: it can be looked at and evaluated on, not trained on.</source>
        <translation>{directory} 只有测试图像：可以查看和评估，不能训练。</translation>
    </message>
    <message>
        <source>Reading test_batch.bin</source>
        <translation>正在读取 test_batch.bin</translation>
    </message>
    <message>
        <source>CIFAR-10 (binary files)</source>
        <translation>CIFAR-10 (二进制文件)</translation>
    </message>
    <message>
        <source>The binary version: data_batch_1.bin to data_batch_5.bin and test_batch.bin.</source>
        <translation>二进制版：data_batch_1.bin 到 data_batch_5.bin 以及 test_batch.bin。</translation>
    </message>
    <message>
        <source>The CSV setting header</source>
        <translation>CSV 设置项 header</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>yes 或 no</translation>
    </message>
    <message>
        <source>{count} columns, as {path}</source>
        <translation>{count} 列，与 {path} 相同</translation>
    </message>
    <message>
        <source>the same header as {path}</source>
        <translation>与 {path} 相同的表头</translation>
    </message>
    <message>
        <source>&quot;{found}&quot; instead of &quot;{wanted}&quot;</source>
        <translation>“{found}”而不是“{wanted}”</translation>
    </message>
    <message>
        <source>Reading the columns</source>
        <translation>正在读取各列</translation>
    </message>
    <message>
        <source>rows below the header</source>
        <translation>表头之下的行</translation>
    </message>
    <message>
        <source>The column {name} of {path}</source>
        <translation>{path} 的列 {name}</translation>
    </message>
    <message>
        <source>a column of labels beside the others</source>
        <translation>其他列之外的标签列</translation>
    </message>
    <message>
        <source>{path} line {line}, column {name}</source>
        <translation>{path} 第 {line} 行，{name} 列</translation>
    </message>
    <message>
        <source>a number, as in the other rows</source>
        <translation>数，与其他行相同</translation>
    </message>
    <message>
        <source>Columns of many different words are left out: {aside}.</source>
        <translation>取值过多的文本列未使用：{aside}。</translation>
    </message>
    <message>
        <source>1 missing value is replaced by the mean of the column.</source>
        <translation>1 个缺失值已用该列的均值代替。</translation>
    </message>
    <message>
        <source>{count} missing values are replaced by the mean of the column.</source>
        <translation>{count} 个缺失值已用所在列的均值代替。</translation>
    </message>
    <message>
        <source>{path}, column {name}</source>
        <translation>{path}，{name} 列</translation>
    </message>
    <message>
        <source>a label in each row</source>
        <translation>每行都有标签</translation>
    </message>
    <message>
        <source>{missing} rows without one</source>
        <translation>{missing} 行没有标签</translation>
    </message>
    <message>
        <source>The label is the column &quot;{name}&quot;.</source>
        <translation>标签是“{name}”列。</translation>
    </message>
    <message>
        <source>train, validation or test</source>
        <translation>train、validation 或 test</translation>
    </message>
    <message>
        <source>Reading the values</source>
        <translation>正在读取数值</translation>
    </message>
    <message>
        <source>columns of numbers beside the label</source>
        <translation>标签之外的数值列</translation>
    </message>
    <message>
        <source>a number that fits into 32 bits</source>
        <translation>32 位能够表示的数</translation>
    </message>
    <message>
        <source>classes as the images&apos; labels</source>
        <translation>图像的标签是类别</translation>
    </message>
    <message>
        <source>numbers that are no classes</source>
        <translation>并非类别的数</translation>
    </message>
    <message>
        <source>a CSV file, or a folder with train.csv</source>
        <translation>CSV 文件，或含有 train.csv 的文件夹</translation>
    </message>
    <message>
        <source>a folder without it</source>
        <translation>没有该文件的文件夹</translation>
    </message>
    <message>
        <source>The CSV setting separator</source>
        <translation>CSV 设置项 separator</translation>
    </message>
    <message>
        <source>one character, or tab</source>
        <translation>一个字符，或 tab</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>正在读取文件</translation>
    </message>
    <message>
        <source>CSV (numbers, or a column of image files)</source>
        <translation>CSV (数值，或一列图像文件)</translation>
    </message>
    <message>
        <source>Rows of numbers or words with a label column; or image paths with labels. A folder may hold train.csv, val.csv and test.csv.</source>
        <translation>带标签列的数值行或文本行；或图像路径与标签。文件夹中可以有 train.csv、val.csv 和 test.csv。</translation>
    </message>
    <message>
        <source>The class folder is empty.</source>
        <translation>类别文件夹为空。</translation>
    </message>
    <message>
        <source>The class folder holds no image, only other files.</source>
        <translation>类别文件夹中没有图像，只有其他文件。</translation>
    </message>
    <message>
        <source>The training images have no class of this name; the folder is left out.</source>
        <translation>训练图像中没有这个名称的类别；该文件夹未使用。</translation>
    </message>
    <message>
        <source>Listing the files</source>
        <translation>正在列出文件</translation>
    </message>
    <message>
        <source>one sub-folder of images for each class</source>
        <translation>每个类别一个图像子文件夹</translation>
    </message>
    <message>
        <source>no training image</source>
        <translation>没有训练图像</translation>
    </message>
    <message>
        <source>no image that can be read</source>
        <translation>没有能够读取的图像</translation>
    </message>
    <message>
        <source>{what} ({count} broken; the first: {first})</source>
        <translation>{what}（{count} 个已损坏；第一个：{first}）</translation>
    </message>
    <message>
        <source>in another split</source>
        <translation>在另一个划分中</translation>
    </message>
    <message>
        <source>Check the folder, or choose another.</source>
        <translation>请检查该文件夹，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>images whose size can be told</source>
        <translation>能够得知尺寸的图像</translation>
    </message>
    <message>
        <source>Open it with all images checked.</source>
        <translation>请在打开时检查所有图像。</translation>
    </message>
    <message>
        <source>{directory} has no training images: it can be looked at and evaluated on, not trained on.</source>
        <translation>{directory} 没有训练图像：可以查看和评估，不能训练。</translation>
    </message>
    <message>
        <source>1 file is no image of a class (another kind of file, or outside the class folders) and left aside.</source>
        <translation>1 个文件不是类别中的图像（其他类型的文件，或在类别文件夹之外），未使用。</translation>
    </message>
    <message>
        <source>{count} files are no image of a class (another kind of file, or outside the class folders) and left aside.</source>
        <translation>{count} 个文件不是类别中的图像（其他类型的文件，或在类别文件夹之外），未使用。</translation>
    </message>
    <message>
        <source>Image folder (one sub-folder a class)</source>
        <translation>图像文件夹 (每个类别一个子文件夹)</translation>
    </message>
    <message>
        <source>the file {file} or its .gz</source>
        <translation>文件 {file} 或其 .gz</translation>
    </message>
    <message>
        <source>only the {what} of the {split} images</source>
        <translation>只有 {split} 图像的{what}</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Put the missing file beside the other.</source>
        <translation>请把缺少的文件放在另一个旁边。</translation>
    </message>
    <message>
        <source>one label for each of the {count} images in {path}</source>
        <translation>{path} 中 {count} 张图像各有一个标签</translation>
    </message>
    <message>
        <source>{count} labels</source>
        <translation>{count} 个标签</translation>
    </message>
    <message>
        <source>The two files do not belong together.</source>
        <translation>两个文件不配套。</translation>
    </message>
    <message>
        <source>{label} at item {index}</source>
        <translation>第 {index} 项为 {label}</translation>
    </message>
    <message>
        <source>The file is damaged or not of MNIST&apos;s kind.</source>
        <translation>文件已损坏，或不是 MNIST 格式。</translation>
    </message>
    <message>
        <source>Reading the training images</source>
        <translation>正在读取训练图像</translation>
    </message>
    <message>
        <source>Reading the test images</source>
        <translation>正在读取测试图像</translation>
    </message>
    <message>
        <source>MNIST&apos;s files train-images-idx3-ubyte and train-labels-idx1-ubyte, or their .gz</source>
        <translation>MNIST 的文件 train-images-idx3-ubyte 和 train-labels-idx1-ubyte，或其 .gz</translation>
    </message>
    <message>
        <source>training and test images of one size</source>
        <translation>大小一致的训练图像与测试图像</translation>
    </message>
    <message>
        <source>{sample_shape} and {sample_shape_2}</source>
        <translation>{sample_shape} 和 {sample_shape_2}</translation>
    </message>
    <message>
        <source>The files do not belong together.</source>
        <translation>这些文件不配套。</translation>
    </message>
    <message>
        <source>MNIST (IDX files)</source>
        <translation>MNIST (IDX 文件)</translation>
    </message>
    <message>
        <source>Four IDX files (train and t10k, images and labels), plain or gzip; Fashion-MNIST and KMNIST too.</source>
        <translation>四个 IDX 文件（train 与 t10k 的图像和标签），普通或 gzip；也可以是 Fashion-MNIST 和 KMNIST。</translation>
    </message>
    <message>
        <source>The array {said} of {path}</source>
        <translation>{path} 的数组 {said}</translation>
    </message>
    <message>
        <source>no array of that name</source>
        <translation>没有这个名称的数组</translation>
    </message>
    <message>
        <source>inputs and labels by the names x_train and y_train, x and y, or train_images and train_labels</source>
        <translation>名为 x_train 和 y_train、x 和 y，或 train_images 和 train_labels 的输入与标签</translation>
    </message>
    <message>
        <source>Name them: npz:FILE?x=NAME&amp;y=NAME.</source>
        <translation>请指明名称：npz:FILE?x=NAME&amp;y=NAME。</translation>
    </message>
    <message>
        <source>one label a row, or one-hot rows of 0 and a single 1</source>
        <translation>每行一个标签，或由 0 和单个 1 组成的独热行</translation>
    </message>
    <message>
        <source>labels of one extent</source>
        <translation>一维的标签</translation>
    </message>
    <message>
        <source>inputs of shape (items, features), (items, height, width) or (items, height, width, channels)</source>
        <translation>形状为 (样本, 特征)、(样本, 高, 宽) 或 (样本, 高, 宽, 通道) 的输入</translation>
    </message>
    <message>
        <source>extents of 1 and more behind the first</source>
        <translation>第一维之后的维度均不小于 1</translation>
    </message>
    <message>
        <source>a .npz file, or a folder of .npy files</source>
        <translation>.npz 文件，或存放 .npy 文件的文件夹</translation>
    </message>
    <message>
        <source>Reading the arrays</source>
        <translation>正在读取数组</translation>
    </message>
    <message>
        <source>one label for each of the {rows} inputs</source>
        <translation>{rows} 个输入各有一个标签</translation>
    </message>
    <message>
        <source>{found} labels</source>
        <translation>{found} 个标签</translation>
    </message>
    <message>
        <source>inputs of one shape in all splits</source>
        <translation>各划分中形状一致的输入</translation>
    </message>
    <message>
        <source>NumPy arrays (.npz, .npy)</source>
        <translation>NumPy 数组 (.npz、.npy)</translation>
    </message>
    <message>
        <source>Inputs and labels as numpy.savez writes them: x_train and y_train, or x and y.</source>
        <translation>由 numpy.savez 写出的输入与标签：x_train 和 y_train，或 x 和 y。</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>nothing at that path</source>
        <translation>该路径下没有内容</translation>
    </message>
    <message>
        <source>Check the path for a typing error.</source>
        <translation>请检查路径是否有误。</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Give the folder that holds the data set.</source>
        <translation>请给出存放数据集的文件夹。</translation>
    </message>
    <message>
        <source>Change its permissions (chmod u+rx) or choose another folder.</source>
        <translation>请修改其权限（chmod u+rx），或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The data set&apos;s settings</source>
        <translation>数据集的设置项</translation>
    </message>
    <message>
        <source>KEY=VALUE pairs with &amp; between them, behind the ?</source>
        <translation>? 之后用 &amp; 分隔的 KEY=VALUE</translation>
    </message>
    <message>
        <source>The validation fraction</source>
        <translation>验证集比例</translation>
    </message>
    <message>
        <source>a number from 0 to below 1</source>
        <translation>0 到小于 1 的数</translation>
    </message>
    <message>
        <source>The data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>&quot;sample&quot;, a folder, or kind:PATH with a kind of {kinds}</source>
        <translation>“sample”、文件夹，或 kind:PATH，其中 kind 为 {kinds}</translation>
    </message>
    <message>
        <source>The data set {spec}</source>
        <translation>数据集 {spec}</translation>
    </message>
    <message>
        <source>&quot;sample&quot; alone, it needs no folder</source>
        <translation>只写“sample”，它不需要文件夹</translation>
    </message>
    <message>
        <source>a folder behind it</source>
        <translation>其后有文件夹</translation>
    </message>
    <message>
        <source>no {what} behind the colon</source>
        <translation>冒号之后没有{what}</translation>
    </message>
    <message>
        <source>one of the kinds {kinds}</source>
        <translation>{kinds} 之一</translation>
    </message>
    <message>
        <source>Write &quot;sample&quot;, kind:PATH or just a path.</source>
        <translation>请写“sample”、kind:PATH，或只写路径。</translation>
    </message>
    <message>
        <source>Give the folder that holds the data set, or name the kind: csv:FILE.</source>
        <translation>请给出存放数据集的文件夹，或指明种类：csv:FILE。</translation>
    </message>
    <message>
        <source>none of these</source>
        <translation>都不是</translation>
    </message>
    <message>
        <source>Drawing the digits</source>
        <translation>正在绘制数字</translation>
    </message>
    <message>
        <source>Sample digits (built in)</source>
        <translation>示例数字 (内置)</translation>
    </message>
    <message>
        <source>12,000 drawn digits, 28×28 grey, in several fonts with random place, turn, size, thickness and noise.</source>
        <translation>12,000 个绘制的数字，28×28 灰度，多种字体，位置、旋转、大小、粗细和噪声随机。</translation>
    </message>
    <message>
        <source>The setting {key} of {kind}</source>
        <translation>{kind} 的设置项 {key}</translation>
    </message>
    <message>
        <source>The record can no longer be read from its file.</source>
        <translation>已无法从文件中读取该记录。</translation>
    </message>
    <message>
        <source>The record holds no image.</source>
        <translation>记录中没有图像。</translation>
    </message>
    <message>
        <source>The record&apos;s image is neither JPEG, PNG, BMP, WebP or TIFF nor raw pixels with their height and width beside them.</source>
        <translation>记录中的图像既不是 JPEG、PNG、BMP、WebP 或 TIFF，也不是带有高和宽的原始像素。</translation>
    </message>
    <message>
        <source>The record is no tf.train.Example.</source>
        <translation>记录不是 tf.train.Example。</translation>
    </message>
    <message>
        <source>records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>The files are empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>Looking through {file}</source>
        <translation>正在浏览 {file}</translation>
    </message>
    <message>
        <source>The record is no tf.train.Example: it holds no features.</source>
        <translation>记录不是 tf.train.Example：其中没有特征。</translation>
    </message>
    <message>
        <source>The record holds an image, unlike the first.</source>
        <translation>记录中有图像，与第一条不同。</translation>
    </message>
    <message>
        <source>The record holds no label (a feature called label).</source>
        <translation>记录中没有标签（名为 label 的特征）。</translation>
    </message>
    <message>
        <source>The record holds neither an image nor numbers.</source>
        <translation>记录中既没有图像，也没有数。</translation>
    </message>
    <message>
        <source>The record holds a number that is not finite.</source>
        <translation>记录中有非有限的数。</translation>
    </message>
    <message>
        <source>The record holds {count} numbers of other features than the first&apos;s {expected}.</source>
        <translation>记录中有 {count} 个数，其特征与第一条的 {expected} 个不同。</translation>
    </message>
    <message>
        <source>labels of one kind in all records</source>
        <translation>所有记录的标签种类相同</translation>
    </message>
    <message>
        <source>names in some, numbers in others</source>
        <translation>有的是名称，有的是数</translation>
    </message>
    <message>
        <source>TFRecord files</source>
        <translation>TFRecord 文件</translation>
    </message>
    <message>
        <source>none of that name</source>
        <translation>没有这个名称的文件</translation>
    </message>
    <message>
        <source>Give a file, a pattern such as &apos;data-*.tfrecord&apos;, or a folder of .tfrecord files.</source>
        <translation>请给出文件、类似 &apos;data-*.tfrecord&apos; 的模式，或存放 .tfrecord 文件的文件夹。</translation>
    </message>
    <message>
        <source>TFRecord (tf.train.Example)</source>
        <translation>TFRecord (tf.train.Example)</translation>
    </message>
    <message>
        <source>Images or numbers with labels; a pattern may name many files. Names with val or test in them are those splits.</source>
        <translation>带标签的图像或数；一个模式可以指多个文件。名称中含 val 或 test 的文件属于相应划分。</translation>
    </message>
    <message>
        <source>Measuring the data set was cancelled.</source>
        <translation>已取消数据集的统计。</translation>
    </message>
    <message>
        <source>a label below {count}</source>
        <translation>小于 {count} 的标签</translation>
    </message>
    <message>
        <source>{rows} numbers</source>
        <translation>{rows} 个数</translation>
    </message>
    <message>
        <source>finite numbers</source>
        <translation>有限的数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>an infinite one</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>Take the row out, or replace the value.</source>
        <translation>请去掉该行，或替换该值。</translation>
    </message>
    <message>
        <source>The targets of {thing}</source>
        <translation>{thing} 的目标值</translation>
    </message>
    <message>
        <source>NaN or an infinite one</source>
        <translation>NaN 或无穷大</translation>
    </message>
    <message>
        <source>The labels of {thing}</source>
        <translation>{thing} 的标签</translation>
    </message>
    <message>
        <source>classes from 0 to {classes}</source>
        <translation>0 到 {classes} 的类别</translation>
    </message>
    <message>
        <source>{item} is a row of numbers, no image.</source>
        <translation>{item} 是数值行，不是图像。</translation>
    </message>
    <message>
        <source>The labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>at most {most_classes} different classes</source>
        <translation>最多 {most_classes} 个不同的类别</translation>
    </message>
    <message>
        <source>Name another column as the label.</source>
        <translation>请指定其他列作为标签。</translation>
    </message>
    <message>
        <source>{path} record {number}</source>
        <translation>{path} 第 {number} 条记录</translation>
    </message>
    <message>
        <source>a whole record</source>
        <translation>完整的记录</translation>
    </message>
    <message>
        <source>The file is cut short; copy or write it again.</source>
        <translation>文件被截断；请重新复制或写入。</translation>
    </message>
    <message>
        <source>an uncompressed TFRecord file</source>
        <translation>未压缩的 TFRecord 文件</translation>
    </message>
    <message>
        <source>gzip data</source>
        <translation>gzip 数据</translation>
    </message>
    <message>
        <source>Unpack it with gunzip first.</source>
        <translation>请先用 gunzip 解压。</translation>
    </message>
    <message>
        <source>{count} bytes of its header</source>
        <translation>记录头的 {count} 字节</translation>
    </message>
    <message>
        <source>a header with its sum</source>
        <translation>与校验和相符的记录头</translation>
    </message>
    <message>
        <source>another sum</source>
        <translation>不同的校验和</translation>
    </message>
    <message>
        <source>It is no TFRecord file, or damaged.</source>
        <translation>这不是 TFRecord 文件，或已损坏。</translation>
    </message>
    <message>
        <source>The file is damaged; copy or write it again.</source>
        <translation>文件已损坏；请重新复制或写入。</translation>
    </message>
    <message>
        <source>{length} bytes</source>
        <translation>{length} 字节</translation>
    </message>
    <message>
        <source>{count} of its {length} bytes</source>
        <translation>{length} 字节中的 {count} 字节</translation>
    </message>
    <message>
        <source>no sum behind its bytes</source>
        <translation>内容之后没有校验和</translation>
    </message>
    <message>
        <source>content with its sum</source>
        <translation>与校验和相符的内容</translation>
    </message>
    <message>
        <source>a place that may be written</source>
        <translation>可以写入的位置</translation>
    </message>
    <message>
        <source>Choose another place for the file.</source>
        <translation>请为文件选择其他位置。</translation>
    </message>
    <message>
        <source>room on the disk</source>
        <translation>磁盘空间</translation>
    </message>
    <message>
        <source>Make room, or choose another place.</source>
        <translation>请腾出空间，或选择其他位置。</translation>
    </message>
    <message>
        <source>Writing {path} was cancelled.</source>
        <translation>已取消写入 {path}。</translation>
    </message>
    <message>
        <source>an input of {op}</source>
        <translation>{op} 的输入</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>an empty one</source>
        <translation>空数组</translation>
    </message>
    <message>
        <source>a kernel for plain layouts</source>
        <translation>普通布局的内核</translation>
    </message>
    <message>
        <source>matrix row</source>
        <translation>矩阵的行</translation>
    </message>
    <message>
        <source>{width} numbers</source>
        <translation>{width} 个数</translation>
    </message>
    <message>
        <source>item()</source>
        <translation>item()</translation>
    </message>
    <message>
        <source>an array of one number</source>
        <translation>只含一个数的数组</translation>
    </message>
    <message>
        <source>arithmetic of arrays</source>
        <translation>数组运算</translation>
    </message>
    <message>
        <source>shapes that broadcast</source>
        <translation>可以广播的形状</translation>
    </message>
    <message>
        <source>{a} and {b}</source>
        <translation>{a} 和 {b}</translation>
    </message>
    <message>
        <source>gradient()</source>
        <translation>gradient()</translation>
    </message>
    <message>
        <source>a target made of watched arrays</source>
        <translation>由被监视的数组得到的目标</translation>
    </message>
    <message>
        <source>one that is not on the tape</source>
        <translation>不在 tape 上的目标</translation>
    </message>
    <message>
        <source>Call watch() before the ops whose gradient you want.</source>
        <translation>请在需要梯度的算子之前调用 watch()。</translation>
    </message>
    <message>
        <source>sources that were watched</source>
        <translation>被监视的源</translation>
    </message>
    <message>
        <source>an array that is not on the tape</source>
        <translation>不在 tape 上的数组</translation>
    </message>
    <message>
        <source>gradient of {name}</source>
        <translation>{name} 的梯度</translation>
    </message>
    <message>
        <source>a way from it to the loss</source>
        <translation>从它到损失的路径</translation>
    </message>
    <message>
        <source>a single number</source>
        <translation>单个数</translation>
    </message>
    <message>
        <source>inputs that are values of the graph</source>
        <translation>属于计算图的输入值</translation>
    </message>
    <message>
        <source>a parameter or state to update</source>
        <translation>要更新的参数或状态</translation>
    </message>
    <message>
        <source>plan output</source>
        <translation>计划的输出</translation>
    </message>
    <message>
        <source>a value of the graph</source>
        <translation>计算图中的值</translation>
    </message>
    <message>
        <source>tap {name}</source>
        <translation>抽头 {name}</translation>
    </message>
    <message>
        <source>model state</source>
        <translation>模型状态</translation>
    </message>
    <message>
        <source>a tensor {name}</source>
        <translation>张量 {name}</translation>
    </message>
    <message>
        <source>model state {name}</source>
        <translation>模型状态 {name}</translation>
    </message>
    <message>
        <source>{shape} float32</source>
        <translation>{shape} float32</translation>
    </message>
    <message>
        <source>{shape} {type}</source>
        <translation>{shape} {type}</translation>
    </message>
    <message>
        <source>{kind} {name} was already {value}</source>
        <translation>{kind} {name} 已经是 {value}</translation>
    </message>
    <message>
        <source>{node} ({op}) made {value} from finite inputs</source>
        <translation>{node}（{op}）由有限的输入得出了 {value}</translation>
    </message>
    <message>
        <source>plan input {name}</source>
        <translation>计划的输入 {name}</translation>
    </message>
    <message>
        <source>an input of the graph</source>
        <translation>计算图的输入</translation>
    </message>
    <message>
        <source>value {name}</source>
        <translation>值 {name}</translation>
    </message>
    <message>
        <source>one of the plan&apos;s outputs or taps</source>
        <translation>计划的输出或抽头</translation>
    </message>
    <message>
        <source>a value that the plan does not keep</source>
        <translation>计划不保留的值</translation>
    </message>
    <message>
        <source>Name it in CompileOptions when the plan is made.</source>
        <translation>请在编译计划时于 CompileOptions 中指明。</translation>
    </message>
    <message>
        <source>a value of numbers</source>
        <translation>由数组成的值</translation>
    </message>
    <message>
        <source>a kernel&apos;s workspace</source>
        <translation>内核的工作区</translation>
    </message>
    <message>
        <source>a single float32</source>
        <translation>单个 float32</translation>
    </message>
    <message>
        <source>memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>{least} or more for this network and batch</source>
        <translation>此网络和批至少需要 {least}</translation>
    </message>
    <message>
        <source>Raise the limit, choose a smaller batch or keep values in bfloat16.</source>
        <translation>请提高上限、减小批大小，或以 bfloat16 保存中间值。</translation>
    </message>
    <message>
        <source>a feed</source>
        <translation>输入值</translation>
    </message>
    <message>
        <source>feed of {name}</source>
        <translation>{name} 的输入值</translation>
    </message>
    <message>
        <source>{name} ({op})</source>
        <translation>{name}（{op}）</translation>
    </message>
    <message>
        <source>inputs made before it</source>
        <translation>在它之前得出的输入</translation>
    </message>
    <message>
        <source>{name}, which is made later</source>
        <translation>{name}，它在之后才得出</translation>
    </message>
    <message>
        <source>a kernel that updates in plain layout</source>
        <translation>以普通布局更新的内核</translation>
    </message>
    <message>
        <source>a speed for all kernels</source>
        <translation>所有内核的速度</translation>
    </message>
    <message>
        <source>The calibration {path} is damaged ({reason}). Delete it, or measure again: tensorloom bench --calibrate</source>
        <translation>校准文件 {path} 已损坏（{reason}）。请删除它，或重新测量：tensorloom bench --calibrate</translation>
    </message>
    <message>
        <source>The run&apos;s position in it is negative.</source>
        <translation>其中的运行位置为负。</translation>
    </message>
    <message>
        <source>The folder &quot;{directory}&quot; holds no checkpoint (checkpoint.safetensors). Name the folder that `tensorloom train --out` wrote, or a checkpoint file.</source>
        <translation>文件夹“{directory}”中没有检查点（checkpoint.safetensors）。请指定 `tensorloom train --out` 写出的文件夹，或检查点文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; holds tensors, and is not a checkpoint of Tensorloom: nothing in it says which network they belong to.</source>
        <translation>“{name}”中有张量，但不是 Tensorloom 的检查点：其中没有说明它们属于哪个网络。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; was saved by a newer Tensorloom (checkpoint version {version}; this program reads {known}). Update Tensorloom to read it.</source>
        <translation>“{name}”由更新的 Tensorloom 保存（检查点版本 {version}；本程序可读取 {known}）。请更新 Tensorloom。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is damaged: what it says about its run cannot be read.</source>
        <translation>“{name}”已损坏：无法读取其中的运行信息。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is damaged: {sentence}</source>
        <translation>“{path}”已损坏：{sentence}</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: tensor &quot;{tensor}&quot;</source>
        <translation>“{name}”：张量“{tensor}”</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>The checkpoint lacks the tensor &quot;{name}&quot;.</source>
        <translation>检查点缺少张量“{name}”。</translation>
    </message>
    <message>
        <source>a folder with event files</source>
        <translation>含有事件文件的文件夹</translation>
    </message>
    <message>
        <source>no folder</source>
        <translation>没有文件夹</translation>
    </message>
    <message>
        <source>Name the folder that holds the runs.</source>
        <translation>请指定存放各次运行的文件夹。</translation>
    </message>
    <message>
        <source>Choose another folder for the events.</source>
        <translation>请为事件选择其他文件夹。</translation>
    </message>
    <message>
        <source>as many counts as thresholds</source>
        <translation>与阈值同样多的计数</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>your disk quota is used up</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>the file would be larger than is allowed here</source>
        <translation>文件超出此处允许的大小</translation>
    </message>
    <message>
        <source>permission is denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <translation>磁盘为只读</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>a part of the path is not a folder</source>
        <translation>路径中的某一部分不是文件夹</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be read: {reason}.</source>
        <translation>无法读取“{path}”：{reason}。</translation>
    </message>
    <message>
        <source>The folder &quot;{path}&quot; cannot be made: {reason}.</source>
        <translation>无法创建文件夹“{path}”：{reason}。</translation>
    </message>
    <message>
        <source>a file of that name is in the way</source>
        <translation>已有同名文件</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be written: {reason}. {consequence}</source>
        <translation>无法写入“{path}”：{reason}。{consequence}</translation>
    </message>
    <message>
        <source>The file that was there is unchanged.</source>
        <translation>原有文件保持不变。</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>没有写入任何内容。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is empty.</source>
        <translation>“{name}”为空。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is cut short at line {line}, column {column}: the rest of the file is missing. Use another copy of it.</source>
        <translation>“{name}”在第 {line} 行第 {column} 列被截断：缺少其余内容。请使用另一份副本。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not valid JSON at line {line}, column {column}. Correct it there, or use another copy of it.</source>
        <translation>“{name}”在第 {line} 行第 {column} 列不是有效的 JSON。请改正该处，或使用另一份副本。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; cannot be read as JSON: {reason}.</source>
        <translation>“{name}”无法作为 JSON 读取：{reason}。</translation>
    </message>
    <message>
        <source>The project&apos;s {where} should be an object in braces.</source>
        <translation>项目的{where}应为花括号中的对象。</translation>
    </message>
    <message>
        <source>The field &quot;{field}&quot; is not known and was left out.</source>
        <translation>未知的字段“{field}”，已忽略。</translation>
    </message>
    <message>
        <source>The project&apos;s {where} lacks &quot;{key}&quot;.</source>
        <translation>项目的{where}缺少“{key}”。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>text in quotes</source>
        <translation>引号中的文本</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>0 或以上的整数</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <translation>从 {least} 到 {most} 的整数</translation>
    </message>
    <message>
        <source>an input&apos;s number up to {most}</source>
        <translation>不超过 {most} 的输入编号</translation>
    </message>
    <message>
        <source>The project&apos;s field &quot;{field}&quot;</source>
        <translation>项目的字段“{field}”</translation>
    </message>
    <message>
        <source>The project&apos;s field &quot;{path}.position&quot;</source>
        <translation>项目的字段“{path}.position”</translation>
    </message>
    <message>
        <source>two numbers, x and y</source>
        <translation>两个数，x 和 y</translation>
    </message>
    <message>
        <source>The layer &quot;{layer}&quot; is of type &quot;{type}&quot;, which is not known here; it is kept as a placeholder.</source>
        <translation>层“{layer}”的类型“{type}”在这里未知；已作为占位保留。</translation>
    </message>
    <message>
        <source>The layer &quot;{layer}&quot; was made by a newer {type} (version {version}; here it is {known}).</source>
        <translation>层“{layer}”由更新的 {type} 生成（版本 {version}；这里是 {known}）。</translation>
    </message>
    <message>
        <source>The project&apos;s &quot;{path}&quot; should be a list in brackets.</source>
        <translation>项目的“{path}”应为方括号中的列表。</translation>
    </message>
    <message>
        <source>The project has two layers called &quot;{name}&quot;; rename one of them.</source>
        <translation>项目中有两个名为“{name}”的层；请重命名其中之一。</translation>
    </message>
    <message>
        <source>The project&apos;s link from &quot;{from}&quot; to &quot;{to}&quot; names a layer &quot;{end}&quot; that is not there.</source>
        <translation>项目中从“{from}”到“{to}”的连线指向不存在的层“{end}”。</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>This is not a Tensorloom project: its &quot;format&quot; is not &quot;{name}&quot;.</source>
        <translation>这不是 Tensorloom 项目：其“format”不是“{name}”。</translation>
    </message>
    <message>
        <source>The project was saved by a newer Tensorloom: its version is {version}, and this program reads versions up to {project_version}. Update Tensorloom to open it.</source>
        <translation>项目由更新的 Tensorloom 保存：其版本为 {version}，本程序最高可读取 {project_version}。请更新 Tensorloom 再打开。</translation>
    </message>
    <message>
        <source>The project&apos;s &quot;version&quot;</source>
        <translation>项目的“version”</translation>
    </message>
    <message>
        <source>The network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>The training settings</source>
        <translation>训练设置</translation>
    </message>
    <message>
        <source>The project&apos;s property &quot;{path}&quot;</source>
        <translation>项目的属性“{path}”</translation>
    </message>
    <message>
        <source>a number, text, true, false or a list of whole numbers</source>
        <translation>数、文本、true、false 或整数列表</translation>
    </message>
    <message>
        <source>The project&apos;s &quot;{path}&quot; should be an object in braces.</source>
        <translation>项目的“{path}”应为花括号中的对象。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot;: tensor &quot;{tensor}&quot; {what}. The file is damaged.</source>
        <translation>“{file}”：张量“{tensor}”{what}。文件已损坏。</translation>
    </message>
    <message>
        <source>lacks its type, shape or offsets</source>
        <translation>缺少类型、形状或偏移</translation>
    </message>
    <message>
        <source>&quot;{file}&quot;: tensor &quot;{tensor}&quot; has element type {value}, which Tensorloom does not read; convert it to F32.</source>
        <translation>“{file}”：张量“{tensor}”的元素类型 {value} 不受 Tensorloom 支持；请转换为 F32。</translation>
    </message>
    <message>
        <source>has a shape or offsets of a wrong form</source>
        <translation>的形状或偏移格式有误</translation>
    </message>
    <message>
        <source>has a shape that is not made of whole numbers</source>
        <translation>的形状不全由整数组成</translation>
    </message>
    <message>
        <source>is larger than the file</source>
        <translation>大于文件</translation>
    </message>
    <message>
        <source>has offsets that are not numbers</source>
        <translation>的偏移不是数</translation>
    </message>
    <message>
        <source>lies outside the file</source>
        <translation>位于文件之外</translation>
    </message>
    <message>
        <source>of shape {shape} needs {needed} bytes and has {found}</source>
        <translation>的形状为 {shape}，需要 {needed} 字节，实有 {found} 字节</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is cut short: it should have at least {wanted} bytes and has {count}. Use another copy of it.</source>
        <translation>“{name}”被截断：至少应有 {wanted} 字节，实有 {count} 字节。请使用另一份副本。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not a checkpoint: it does not begin as a safetensors file.</source>
        <translation>“{name}”不是检查点：开头不符合 safetensors 文件。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has a damaged header, which is not valid JSON.</source>
        <translation>“{name}”的文件头已损坏，不是有效的 JSON。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has damaged metadata.</source>
        <translation>“{name}”的元数据已损坏。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has damaged metadata: &quot;{field}&quot; is not text.</source>
        <translation>“{name}”的元数据已损坏：“{field}”不是文本。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is damaged: tensor &quot;{tensor}&quot; begins at byte {begin} of the data, and {expected} was expected.</source>
        <translation>“{name}”已损坏：张量“{tensor}”从数据的第 {begin} 字节开始，应为第 {expected} 字节。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is damaged: {count} bytes at its end belong to no tensor.</source>
        <translation>“{name}”已损坏：末尾的 {count} 字节不属于任何张量。</translation>
    </message>
    <message>
        <source>glu halves the features, and gets {features}</source>
        <translation>glu 会使特征数减半，而输入有 {features} 个</translation>
    </message>
    <message>
        <source>Use relu instead</source>
        <translation>改用 relu</translation>
    </message>
    <message>
        <source>Applies a function to every value; without one between them, two layers are no more than one. softmax turns class scores into probabilities.</source>
        <translation>对每个值应用一个函数；两层之间若没有它，就等同于一层。softmax 把类别得分变为概率。</translation>
    </message>
    <message>
        <source>The function; relu is a good first choice.</source>
        <translation>所用的函数；relu 是不错的首选。</translation>
    </message>
    <message>
        <source>Slope for values below zero.</source>
        <translation>小于零的值的斜率。</translation>
    </message>
    <message>
        <source>What large negative values tend to, times −1.</source>
        <translation>很大的负值所趋近的值，乘以 −1。</translation>
    </message>
    <message>
        <source>Values that do not reach it are put away.</source>
        <translation>未达到它的值会被替换。</translation>
    </message>
    <message>
        <source>Stands for the values put away.</source>
        <translation>替换未达到阈值的值。</translation>
    </message>
    <message>
        <source>How round the bend at zero is.</source>
        <translation>零点处弯曲的圆滑程度。</translation>
    </message>
    <message>
        <source>Takes means over as many windows as the output is to have, so that the output&apos;s size is the same whatever the image&apos;s.</source>
        <translation>按输出所需的个数划分窗口并取均值，因此无论图像多大，输出大小都相同。</translation>
    </message>
    <message>
        <source>Height and width of the output.</source>
        <translation>输出的高和宽。</translation>
    </message>
    <message>
        <source>to {size}</source>
        <translation>到 {size}</translation>
    </message>
    <message>
        <source>Adds its inputs value by value; all must have the same shape. Residual networks join their ways with it.</source>
        <translation>逐值相加各输入；形状必须相同。残差网络用它汇合各条支路。</translation>
    </message>
    <message>
        <source>Takes the mean of its inputs, value by value.</source>
        <translation>逐值取各输入的均值。</translation>
    </message>
    <message>
        <source>Brings each channel to mean 0 and deviation 1 over the batch, then scales and shifts it as learned. Networks with it train faster and bear higher learning rates.</source>
        <translation>使每个通道在一批上均值为 0、标准差为 1，再按学到的参数缩放和平移。使用它的网络训练更快，可承受更高的学习率。</translation>
    </message>
    <message>
        <source>Weight of the past in the moving averages that prediction uses.</source>
        <translation>预测时所用移动平均中过去值的权重。</translation>
    </message>
    <message>
        <source>Added to the variance, against division by zero.</source>
        <translation>加在方差上，避免除以零。</translation>
    </message>
    <message>
        <source>momentum {value}</source>
        <translation>动量 {value}</translation>
    </message>
    <message>
        <source>Concatenate wants inputs of one size, and gets {shape} and {other}</source>
        <translation>Concatenate 需要大小一致的输入，而得到 {shape} 和 {other}</translation>
    </message>
    <message>
        <source>The number of channels or features may differ, all else may not; vectors go with vectors only.</source>
        <translation>通道或特征的个数可以不同，其余必须相同；向量只能与向量拼接。</translation>
    </message>
    <message>
        <source>Puts the channels of its inputs one behind the other, in the order of its ports; images must have the same height and width.</source>
        <translation>按端口顺序把各输入的通道依次拼接；图像的高和宽必须相同。</translation>
    </message>
    <message>
        <source>by channel</source>
        <translation>按通道</translation>
    </message>
    <message>
        <source>Let output_padding follow</source>
        <translation>让 output_padding 自动得出</translation>
    </message>
    <message>
        <source>output_padding wants two numbers, or none for the size that follows</source>
        <translation>output_padding 需要两个数，或留空以自动得出大小</translation>
    </message>
    <message>
        <source>output_padding does not fit: it must leave {size} places for the window, and be less than the strides</source>
        <translation>output_padding 不合适：它必须给窗口留出 {size} 个位置，并小于步幅</translation>
    </message>
    <message>
        <source>Enlarges an image with learned filters: with stride 2 the output is twice as wide and high. Decoders and generators are made of it.</source>
        <translation>用学到的滤波器放大图像：步幅为 2 时，输出的宽和高为两倍。解码器和生成器由它构成。</translation>
    </message>
    <message>
        <source>same makes the output as large as the input times the stride; valid adds what the filter reaches beyond that.</source>
        <translation>same 使输出大小为输入乘以步幅；valid 再加上滤波器超出的部分。</translation>
    </message>
    <message>
        <source>Number of output channels.</source>
        <translation>输出通道数。</translation>
    </message>
    <message>
        <source>Rows and columns more than the least size; empty follows from the padding.</source>
        <translation>比最小大小多出的行和列；留空则由填充得出。</translation>
    </message>
    <message>
        <source>{count} input channels cannot be split into {groups} equal groups</source>
        <translation>{count} 个输入通道无法平均分为 {groups} 组</translation>
    </message>
    <message>
        <source>{count} filters cannot be split into {groups} equal groups</source>
        <translation>{count} 个滤波器无法平均分为 {groups} 组</translation>
    </message>
    <message>
        <source>Set {property} to {value}</source>
        <translation>把 {property} 设为 {value}</translation>
    </message>
    <message>
        <source>Slides a set of learned filters along a sequence of steps, over all features at once. With stride 2 the output is half as long.</source>
        <translation>用一组学到的滤波器沿序列的各步滑动，同时覆盖所有特征。步幅为 2 时输出长度减半。</translation>
    </message>
    <message>
        <source>Slides a set of learned filters over the image. With stride 2 the output is half as wide and half as high.</source>
        <translation>用一组学到的滤波器在图像上滑动。步幅为 2 时输出的宽和高各减半。</translation>
    </message>
    <message>
        <source>Slides a set of learned filters through a volume, such as the frames of a film or the slices of a scan.</source>
        <translation>用一组学到的滤波器在体数据中滑动，例如视频的各帧或扫描的各层。</translation>
    </message>
    <message>
        <source>a filter</source>
        <translation>滤波器</translation>
    </message>
    <message>
        <source>along the steps</source>
        <translation>沿各步</translation>
    </message>
    <message>
        <source>down and across</source>
        <translation>纵向和横向</translation>
    </message>
    <message>
        <source>in depth, down and across</source>
        <translation>深度、纵向和横向</translation>
    </message>
    <message>
        <source>Step of the filter, {axes}.</source>
        <translation>滤波器的步幅，{axes}。</translation>
    </message>
    <message>
        <source>Spacing of the filter&apos;s points; 1 is none.</source>
        <translation>滤波器各点的间距；1 表示没有空洞。</translation>
    </message>
    <message>
        <source>Adds a learned number to each filter; not needed before a normalisation.</source>
        <translation>给每个滤波器加上学到的数；其后有归一化时不需要。</translation>
    </message>
    <message>
        <source>Number of filters for each input channel.</source>
        <translation>每个输入通道的滤波器个数。</translation>
    </message>
    <message>
        <source>valid keeps the window inside the sequence; same pads with zeros so that the output is as long as the input, divided by the stride; causal pads in front only, so that no step sees a later one.</source>
        <translation>valid 使窗口保持在序列之内；same 用零填充，使输出长度等于输入除以步幅；causal 只在前面填充，使每一步都看不到之后的步。</translation>
    </message>
    <message>
        <source>Number of learned filters, and of output channels.</source>
        <translation>学到的滤波器个数，也是输出通道数。</translation>
    </message>
    <message>
        <source>Splits the channels into groups that are filtered apart from each other.</source>
        <translation>把通道分成各自卷积的组。</translation>
    </message>
    <message>
        <source>Dense wants a vector, and gets {input}</source>
        <translation>Dense 需要向量，而得到 {input}</translation>
    </message>
    <message>
        <source>{layer} keeps the spatial size.</source>
        <translation>{layer} 保留了空间维度。</translation>
    </message>
    <message>
        <source>Connects every input with every output: each unit is a weighted sum of the whole vector; of a sequence, each step&apos;s by itself. The last one of a classifier has one unit per class.</source>
        <translation>把每个输入与每个输出相连：每个单元是整个向量的加权和；对序列则逐步进行。分类器的最后一层每个类别有一个单元。</translation>
    </message>
    <message>
        <source>Number of outputs.</source>
        <translation>输出个数。</translation>
    </message>
    <message>
        <source>Adds a learned number to each unit.</source>
        <translation>给每个单元加上学到的数。</translation>
    </message>
    <message>
        <source>{count} {count|unit|units}</source>
        <translation>{count} 个单元</translation>
    </message>
    <message>
        <source>Filters each channel by itself: far fewer weights than Conv2D. A 1×1 Conv2D after it mixes the channels, as SeparableConv2D does in one.</source>
        <translation>对每个通道单独卷积：权重远少于 Conv2D。其后的 1×1 Conv2D 混合各通道，与 SeparableConv2D 一步完成的相同。</translation>
    </message>
    <message>
        <source>depthwise kernel</source>
        <translation>深度卷积核</translation>
    </message>
    <message>
        <source>Sets a random share of the values to zero while training, against overfitting. Prediction passes everything through.</source>
        <translation>训练时随机把一部分值置零，防止过拟合。预测时全部通过。</translation>
    </message>
    <message>
        <source>Share of the values that is dropped, 0 to 0.99.</source>
        <translation>被丢弃的值所占的比例，0 到 0.99。</translation>
    </message>
    <message>
        <source>rate {value}</source>
        <translation>比例 {value}</translation>
    </message>
    <message>
        <source>Gives each whole number a learned vector, as words get meanings. Inputs are rounded, so bytes of an image or class numbers of a file can be fed to it without a Rescaling.</source>
        <translation>给每个整数一个学到的向量，如同给词赋予含义。输入会取整，因此图像的字节或文件中的类别编号无需 Rescaling 即可输入。</translation>
    </message>
    <message>
        <source>How many numbers there are: one more than the largest.</source>
        <translation>整数的个数：比最大的整数多一。</translation>
    </message>
    <message>
        <source>Length of each vector.</source>
        <translation>每个向量的长度。</translation>
    </message>
    <message>
        <source>Read it as one sequence (insert Flatten)</source>
        <translation>作为一个序列读取（插入 Flatten）</translation>
    </message>
    <message>
        <source>Embedding wants a sequence of numbers, and gets {shape}</source>
        <translation>Embedding 需要数的序列，而得到 {shape}</translation>
    </message>
    <message>
        <source>One vector for each number would make a value with too many axes.</source>
        <translation>每个数对应一个向量，会使值的维度过多。</translation>
    </message>
    <message>
        <source>Lays an image out as one vector, as a Dense layer wants it.</source>
        <translation>把图像展开为一个向量，供 Dense 层使用。</translation>
    </message>
    <message>
        <source>to a vector</source>
        <translation>展开为向量</translation>
    </message>
    <message>
        <source>Adds random noise to every value while training, against overfitting. Prediction passes everything through.</source>
        <translation>训练时给每个值加上随机噪声，防止过拟合。预测时原样通过。</translation>
    </message>
    <message>
        <source>Deviation of the noise; values of the data should be larger.</source>
        <translation>噪声的标准差；数据的值应当更大。</translation>
    </message>
    <message>
        <source>deviation {value}</source>
        <translation>标准差 {value}</translation>
    </message>
    <message>
        <source>GroupNormalization cannot split {input} into {groups} equal groups</source>
        <translation>GroupNormalization 无法把 {input} 平均分为 {groups} 组</translation>
    </message>
    <message>
        <source>{count} channels</source>
        <translation>{count} 个通道</translation>
    </message>
    <message>
        <source>Brings groups of channels to mean 0 and deviation 1, each image by itself, then scales and shifts them as learned. It works with any batch size.</source>
        <translation>使各组通道在每张图像内均值为 0、标准差为 1，再按学到的参数缩放和平移。适用于任何批大小。</translation>
    </message>
    <message>
        <source>Number of groups; 1 takes all channels together, −1 each by itself.</source>
        <translation>组数；1 表示所有通道为一组，−1 表示每个通道一组。</translation>
    </message>
    <message>
        <source>each channel</source>
        <translation>每个通道</translation>
    </message>
    <message>
        <source>{count} {count|group|groups}</source>
        <translation>{count} 组</translation>
    </message>
    <message>
        <source>Mean of the values drawn.</source>
        <translation>所抽取值的均值。</translation>
    </message>
    <message>
        <source>Standard deviation of the values drawn.</source>
        <translation>所抽取值的标准差。</translation>
    </message>
    <message>
        <source>Factor of all values.</source>
        <translation>所有值的系数。</translation>
    </message>
    <message>
        <source>What every value is.</source>
        <translation>每个值都取这个数。</translation>
    </message>
    <message>
        <source>Least value.</source>
        <translation>最小值。</translation>
    </message>
    <message>
        <source>Largest value.</source>
        <translation>最大值。</translation>
    </message>
    <message>
        <source>Variance of the values, times the fan.</source>
        <translation>值的方差乘以 fan。</translation>
    </message>
    <message>
        <source>The fan: a unit&apos;s inputs, an input&apos;s units, or the mean of the two.</source>
        <translation>fan：单元的输入数、输入连接的单元数，或两者的均值。</translation>
    </message>
    <message>
        <source>What the values are drawn from.</source>
        <translation>抽取所用的分布。</translation>
    </message>
    <message>
        <source>There is no initialiser &quot;{name}&quot;. There are {names}.</source>
        <translation>没有初始化器“{name}”。可用的有 {names}。</translation>
    </message>
    <message>
        <source>The weight {weight} has no initialiser among its layer&apos;s properties.</source>
        <translation>权重 {weight} 在其层的属性中没有初始化器。</translation>
    </message>
    <message>
        <source>The initialiser {name} fills matrices and filters only, and {weight} is {shape}. Choose another for it</source>
        <translation>初始化器 {name} 只能填充矩阵和滤波器，而 {weight} 为 {shape}。请为它选择其他初始化器</translation>
    </message>
    <message>
        <source>The initialiser {name} fills matrices only, and {weight} is {shape}. Choose another for it</source>
        <translation>初始化器 {name} 只能填充矩阵，而 {weight} 为 {shape}。请为它选择其他初始化器</translation>
    </message>
    <message>
        <source>The input&apos;s shape is not known yet</source>
        <translation>输入的形状尚不可知</translation>
    </message>
    <message>
        <source>Open a data set, or set shape to channels, height and width.</source>
        <translation>请打开数据集，或把 shape 设为通道数、高和宽。</translation>
    </message>
    <message>
        <source>Input is set to {size}, and an image has three extents</source>
        <translation>Input 设为 {size}，而图像有三个维度</translation>
    </message>
    <message>
        <source>Give channels, height and width, or nothing to take them from the data set.</source>
        <translation>请给出通道数、高和宽，或留空以取自数据集。</translation>
    </message>
    <message>
        <source>Input is set to {size}, and the data set has {shape}</source>
        <translation>Input 设为 {size}，而数据集为 {shape}</translation>
    </message>
    <message>
        <source>Take the data set&apos;s shape</source>
        <translation>采用数据集的形状</translation>
    </message>
    <message>
        <source>Channels, height and width; empty takes them from the data set.</source>
        <translation>通道数、高和宽；留空则取自数据集。</translation>
    </message>
    <message>
        <source>from the data set</source>
        <translation>取自数据集</translation>
    </message>
    <message>
        <source>LayerNormalization&apos;s axis {axis} is not one of {input}</source>
        <translation>LayerNormalization 的轴 {axis} 不属于 {input}</translation>
    </message>
    <message>
        <source>Take the features</source>
        <translation>采用特征轴</translation>
    </message>
    <message>
        <source>Axes count from 1, the batch is 0: channels, height and width of an image are 1, 2 and 3.</source>
        <translation>轴从 1 数起，批为 0：图像的通道、高和宽为 1、2 和 3。</translation>
    </message>
    <message>
        <source>Brings the features of each step, or of each pixel, to mean 0 and deviation 1, then scales and shifts them as learned. Transformers use it.</source>
        <translation>使每一步（或每个像素）的特征均值为 0、标准差为 1，再按学到的参数缩放和平移。Transformer 使用它。</translation>
    </message>
    <message>
        <source>Axes that are normalised together, the batch being 0; empty takes the features: the channels of an image, the last axis of all else.</source>
        <translation>一起归一化的轴，批为 0；留空则取特征轴：图像的通道，其余的最后一轴。</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>axis {axes}</source>
        <translation>轴 {axes}</translation>
    </message>
    <message>
        <source>Takes this share of each target away from its class and gives it to all alike, against scores that are surer than the data.</source>
        <translation>从每个目标类别中取出这一比例，平均分给所有类别，防止得分比数据更确定。</translation>
    </message>
    <message>
        <source>How much less well-placed samples count; 0 is no focus.</source>
        <translation>易分样本的权重降低多少；0 表示不聚焦。</translation>
    </message>
    <message>
        <source>Factor of the loss; with class balancing, yes weighs this and no the rest of 1.</source>
        <translation>损失的系数；按类别平衡时，正类用它加权，负类用 1 减去它。</translation>
    </message>
    <message>
        <source>The loss &quot;{name}&quot;</source>
        <translation>损失函数“{name}”</translation>
    </message>
    <message>
        <source>one of {names}</source>
        <translation>{names} 之一</translation>
    </message>
    <message>
        <source>no loss of that name</source>
        <translation>没有这个名称的损失函数</translation>
    </message>
    <message>
        <source>class_weight must be empty, balanced, or a number of 0 or more for each class, not &quot;{part}&quot;</source>
        <translation>class_weight 必须留空、为 balanced，或为每个类别给出 0 或以上的数，不能是“{part}”</translation>
    </message>
    <message>
        <source>class_weight has {count} numbers, and there are {classes} classes</source>
        <translation>class_weight 有 {count} 个数，而类别有 {classes} 个</translation>
    </message>
    <message>
        <source>binary cross-entropy</source>
        <translation>二元交叉熵</translation>
    </message>
    <message>
        <source>For yes or no, each score by itself; takes raw scores or a sigmoid.</source>
        <translation>用于是与否，每个得分各自计算；接受原始得分或 sigmoid。</translation>
    </message>
    <message>
        <source>binary focal cross-entropy</source>
        <translation>二元 focal 交叉熵</translation>
    </message>
    <message>
        <source>Binary cross-entropy that looks at hard samples more; takes raw scores or a sigmoid.</source>
        <translation>更关注难样本的二元交叉熵；接受原始得分或 sigmoid。</translation>
    </message>
    <message>
        <source>Weighs yes with alpha and no with the rest of 1.</source>
        <translation>正类用 alpha 加权，负类用 1 减去它。</translation>
    </message>
    <message>
        <source>focal cross-entropy</source>
        <translation>focal 交叉熵</translation>
    </message>
    <message>
        <source>Cross-entropy that looks at hard samples more; takes raw scores or a softmax.</source>
        <translation>更关注难样本的交叉熵；接受原始得分或 softmax。</translation>
    </message>
    <message>
        <source>categorical hinge</source>
        <translation>分类合页损失</translation>
    </message>
    <message>
        <source>How much the right class&apos;s score lacks to be 1 above the best of the others.</source>
        <translation>正确类别的得分距离比其他最高得分高 1 还差多少。</translation>
    </message>
    <message>
        <source>One less twice the overlap of predictions and targets over their sizes; takes probabilities.</source>
        <translation>1 减去预测与目标重叠的两倍除以两者大小之和；接受概率。</translation>
    </message>
    <message>
        <source>The distance by which each score misses 1, or -1 where it is another class.</source>
        <translation>每个得分距 1（其他类别为 -1）的差距。</translation>
    </message>
    <message>
        <source>The squared error up to delta, and the absolute one beyond it.</source>
        <translation>不超过 delta 时用平方误差，超过时用绝对误差。</translation>
    </message>
    <message>
        <source>Where the square ends.</source>
        <translation>平方误差的终点。</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL 散度</translation>
    </message>
    <message>
        <source>How far the predicted probabilities are from the target&apos;s; takes probabilities.</source>
        <translation>预测概率与目标概率的差距；接受概率。</translation>
    </message>
    <message>
        <source>Like the squared error for small differences and the absolute one for large ones.</source>
        <translation>差异小时接近平方误差，差异大时接近绝对误差。</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>The mean size of what the predictions are off by; bears outliers.</source>
        <translation>预测偏差大小的均值；对离群值稳健。</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>The mean square of what the predictions are off by.</source>
        <translation>预测偏差平方的均值。</translation>
    </message>
    <message>
        <source>For counts: the likelihood of the target where the prediction is the mean.</source>
        <translation>用于计数：以预测为均值时目标的似然。</translation>
    </message>
    <message>
        <source>For one class out of several; takes raw scores or a softmax.</source>
        <translation>用于多类中的一类；接受原始得分或 softmax。</translation>
    </message>
    <message>
        <source>squared hinge</source>
        <translation>平方合页损失</translation>
    </message>
    <message>
        <source>The square of the distance by which each score misses 1, or -1 where it is another class.</source>
        <translation>每个得分距 1（其他类别为 -1）的差距的平方。</translation>
    </message>
    <message>
        <source>Takes the largest of its inputs, value by value.</source>
        <translation>逐值取各输入的最大值。</translation>
    </message>
    <message>
        <source>The images differ in size; strides, pooling or padding on one way do it.</source>
        <translation>图像大小不同；可在一条支路上使用步幅、池化或填充。</translation>
    </message>
    <message>
        <source>A Conv2D with kernel 1×1 on one of the ways brings both to the same number of channels.</source>
        <translation>在一条支路上使用 1×1 的 Conv2D，可使两者通道数相同。</translation>
    </message>
    <message>
        <source>{title} wants equal shapes, and gets {shape} and {other}</source>
        <translation>{title} 需要相同的形状，而得到 {shape} 和 {other}</translation>
    </message>
    <message>
        <source>A prediction above this is a yes.</source>
        <translation>预测高于它即为正类。</translation>
    </message>
    <message>
        <source>The metric &quot;{name}&quot;</source>
        <translation>指标“{name}”</translation>
    </message>
    <message>
        <source>no metric of that name</source>
        <translation>没有这个名称的指标</translation>
    </message>
    <message>
        <source>The share of images whose best score is right.</source>
        <translation>最高得分正确的图像所占的比例。</translation>
    </message>
    <message>
        <source>How likely a right score is above a wrong one: the area under the ROC curve; takes probabilities.</source>
        <translation>正确得分高于错误得分的概率：ROC 曲线下的面积；接受概率。</translation>
    </message>
    <message>
        <source>Points of the curve.</source>
        <translation>曲线的点数。</translation>
    </message>
    <message>
        <source>The share of predictions on the right side of the threshold, each score by itself.</source>
        <translation>位于阈值正确一侧的预测所占的比例，每个得分各自计算。</translation>
    </message>
    <message>
        <source>The harmonic mean of precision and recall, of the best score&apos;s class.</source>
        <translation>精确率与召回率的调和平均，按最高得分的类别计算。</translation>
    </message>
    <message>
        <source>Over classes: all alike, by their number of images, or all predictions together (which is the accuracy).</source>
        <translation>对各类别：一律平等、按图像数加权，或所有预测一起计算（即准确率）。</translation>
    </message>
    <message>
        <source>How many predictions up to the threshold are wrong.</source>
        <translation>不高于阈值的预测中错误的个数。</translation>
    </message>
    <message>
        <source>How many predictions above the threshold are wrong.</source>
        <translation>高于阈值的预测中错误的个数。</translation>
    </message>
    <message>
        <source>The mean size of what the predictions are off by.</source>
        <translation>预测偏差大小的均值。</translation>
    </message>
    <message>
        <source>Where prediction and target of a class overlap, over where either is; the mean over classes.</source>
        <translation>某类别预测与目标的交集除以并集；对各类别取均值。</translation>
    </message>
    <message>
        <source>Of the predictions above the threshold, the share that is right.</source>
        <translation>高于阈值的预测中正确的比例。</translation>
    </message>
    <message>
        <source>Of the targets, the share that is predicted above the threshold.</source>
        <translation>目标中预测高于阈值的比例。</translation>
    </message>
    <message>
        <source>The share of images whose class is among the k best scores.</source>
        <translation>类别位于前 k 个最高得分之中的图像所占的比例。</translation>
    </message>
    <message>
        <source>How many of the best scores count.</source>
        <translation>计入的最高得分个数。</translation>
    </message>
    <message>
        <source>How many predictions up to the threshold are right.</source>
        <translation>不高于阈值的预测中正确的个数。</translation>
    </message>
    <message>
        <source>How many predictions above the threshold are right.</source>
        <translation>高于阈值的预测中正确的个数。</translation>
    </message>
    <message>
        <source>Takes the smallest of its inputs, value by value.</source>
        <translation>逐值取各输入的最小值。</translation>
    </message>
    <message>
        <source>MultiHeadAttention</source>
        <translation>MultiHeadAttention</translation>
    </message>
    <message>
        <source>MultiHeadAttention&apos;s {input}</source>
        <translation>MultiHeadAttention 的{input}</translation>
    </message>
    <message>
        <source>MultiHeadAttention wants as many keys as values, and gets {keys} for {values}</source>
        <translation>MultiHeadAttention 需要同样多的键和值，而得到 {keys} 个键和 {values} 个值</translation>
    </message>
    <message>
        <source>Every step looks at all steps and takes what it needs from them, with several heads at once. With one input it looks at itself; further inputs are the value and the key to look at.</source>
        <translation>每一步以多个头同时关注所有步，从中取得所需。只有一个输入时关注自身；其余输入是要关注的值和键。</translation>
    </message>
    <message>
        <source>How many ways of looking there are, side by side.</source>
        <translation>并行的注意力头数。</translation>
    </message>
    <message>
        <source>Size of each head&apos;s query and key.</source>
        <translation>每个头的查询和键的大小。</translation>
    </message>
    <message>
        <source>Size of each head&apos;s value; 0 is as key_dim.</source>
        <translation>每个头的值的大小；0 表示与 key_dim 相同。</translation>
    </message>
    <message>
        <source>Share of the looks that is dropped in training.</source>
        <translation>训练时丢弃的注意力所占的比例。</translation>
    </message>
    <message>
        <source>Adds learned numbers to queries, keys, values and results.</source>
        <translation>给查询、键、值和结果加上学到的数。</translation>
    </message>
    <message>
        <source>{count} {count|head|heads} × {size}</source>
        <translation>{count} 个头 × {size}</translation>
    </message>
    <message>
        <source>Multiplies its inputs value by value. An image of one pixel weights the channels of another.</source>
        <translation>逐值相乘各输入。一个像素的图像可给另一图像的通道加权。</translation>
    </message>
    <message>
        <source>{name} wants one number, or {features} of them, and is &quot;{text}&quot;</source>
        <translation>{name} 需要一个数，或 {features} 个数，而现在是“{text}”</translation>
    </message>
    <message>
        <source>Set it to 1</source>
        <translation>设为 1</translation>
    </message>
    <message>
        <source>Set it to 0</source>
        <translation>设为 0</translation>
    </message>
    <message>
        <source>A variance is not below zero.</source>
        <translation>方差不能小于零。</translation>
    </message>
    <message>
        <source>Put spaces between the numbers.</source>
        <translation>请用空格分隔各数。</translation>
    </message>
    <message>
        <source>Normalization has a mean or a variance, and wants both or none</source>
        <translation>Normalization 只有均值或方差之一，需要两者都有或都没有</translation>
    </message>
    <message>
        <source>Measure both over the data</source>
        <translation>都由数据测得</translation>
    </message>
    <message>
        <source>Brings each channel of the data to mean 0 and deviation 1. It measures them over the training data before the first step; use it first.</source>
        <translation>使数据的每个通道均值为 0、标准差为 1。它在第一步之前由训练数据测得；请放在最前面。</translation>
    </message>
    <message>
        <source>One number, or one a channel; empty measures it over the training data.</source>
        <translation>一个数，或每个通道一个数；留空则由训练数据测得。</translation>
    </message>
    <message>
        <source>adapts to the data</source>
        <translation>由数据测得</translation>
    </message>
    <message>
        <source>mean {value}</source>
        <translation>均值 {value}</translation>
    </message>
    <message>
        <source>variance {value}</source>
        <translation>方差 {value}</translation>
    </message>
    <message>
        <source>The data set&apos;s labels are numbers, and {name} wants classes</source>
        <translation>数据集的标签是数，而 {name} 需要类别</translation>
    </message>
    <message>
        <source>The data set&apos;s labels are numbers, and the metric {name} counts classes</source>
        <translation>数据集的标签是数，而指标 {name} 统计类别</translation>
    </message>
    <message>
        <source>Set units of {node} to {count}</source>
        <translation>把 {node} 的 units 设为 {count}</translation>
    </message>
    <message>
        <source>The data set has one number a sample, and Output gets {input}</source>
        <translation>数据集的每个样本对应一个数，而 Output 得到 {input}</translation>
    </message>
    <message>
        <source>{count}</source>
        <translation>{count}</translation>
    </message>
    <message>
        <source>Output wants one score per class, and gets {input}</source>
        <translation>Output 需要每个类别一个得分，而得到 {input}</translation>
    </message>
    <message>
        <source>A Dense layer with one unit per class usually comes before it.</source>
        <translation>它之前通常有一个 Dense 层，每个类别一个单元。</translation>
    </message>
    <message>
        <source>{loss} wants a score for each class, and gets {input}</source>
        <translation>{loss} 需要每个类别一个得分，而得到{input}</translation>
    </message>
    <message>
        <source>One score can stand for two classes with a binary loss.</source>
        <translation>使用二元损失时，一个得分即可表示两个类别。</translation>
    </message>
    <message>
        <source>The data set has {classes} {classes|class|classes}, and Output gets {input}</source>
        <translation>数据集有 {classes} 个类别，而 Output 得到 {input}</translation>
    </message>
    <message>
        <source>{count} {count|score|scores}</source>
        <translation>{count} 个得分</translation>
    </message>
    <message>
        <source>Let all classes count alike</source>
        <translation>所有类别权重相同</translation>
    </message>
    <message>
        <source>Compares the network&apos;s scores with the labels: the loss is what training makes smaller, the metrics are what people look at.</source>
        <translation>把网络的得分与标签比较：损失是训练要减小的，指标供人查看。</translation>
    </message>
    <message>
        <source>What training makes smaller. Cross-entropy suits classes.</source>
        <translation>训练要减小的量。类别适合用交叉熵。</translation>
    </message>
    <message>
        <source>How much each class counts in training: a number each (1, 2.5, 1), or balanced to make up for rare ones; empty is all alike.</source>
        <translation>训练中各类别的权重：每个类别一个数（1, 2.5, 1），或用 balanced 补偿稀少的类别；留空则相同。</translation>
    </message>
    <message>
        <source>What is reported beside the loss; any number of them.</source>
        <translation>除损失外报告的指标；个数不限。</translation>
    </message>
    <message>
        <source>{key} wants one number, two or four, and has {count}</source>
        <translation>{key} 需要一个、两个或四个数，而现在有 {count} 个</translation>
    </message>
    <message>
        <source>One is for all sides, two for rows and columns, four for top, bottom, left and right.</source>
        <translation>一个数用于各侧，两个数用于行和列，四个数用于上、下、左、右。</translation>
    </message>
    <message>
        <source>{title} leaves nothing of {size}</source>
        <translation>{title} 使 {size} 没有剩余</translation>
    </message>
    <message>
        <source>Cut nothing</source>
        <translation>不裁剪</translation>
    </message>
    <message>
        <source>Puts rows and columns of zeros round an image.</source>
        <translation>在图像四周补上零行和零列。</translation>
    </message>
    <message>
        <source>Cuts rows and columns off the sides of an image.</source>
        <translation>裁去图像各侧的行和列。</translation>
    </message>
    <message>
        <source>One number for all sides, two for rows and columns, or four: top, bottom, left, right.</source>
        <translation>一个数用于各侧，两个数用于行和列，或四个数：上、下、左、右。</translation>
    </message>
    <message>
        <source>{size} px</source>
        <translation>{size} px</translation>
    </message>
    <message>
        <source>PatchEmbedding cannot cut {size} into patches of {patch}</source>
        <translation>PatchEmbedding 无法把 {size} 切成 {patch} 的图块</translation>
    </message>
    <message>
        <source>The image&apos;s height and width must be multiples of the patch&apos;s.</source>
        <translation>图像的高和宽必须是图块高和宽的倍数。</translation>
    </message>
    <message>
        <source>Cuts an image into patches and makes a token of each: a sequence that attention can work on. A PositionEmbedding usually comes next, since tokens do not know where they were.</source>
        <translation>把图像切成图块，每块成为一个词元：供注意力处理的序列。由于词元不知道自己的位置，其后通常接 PositionEmbedding。</translation>
    </message>
    <message>
        <source>Height and width of a patch.</source>
        <translation>图块的高和宽。</translation>
    </message>
    <message>
        <source>Length of each token.</source>
        <translation>每个词元的长度。</translation>
    </message>
    <message>
        <source>Adds a learned number to each value of a token.</source>
        <translation>给词元的每个值加上学到的数。</translation>
    </message>
    <message>
        <source>Permute wants each of the {rank} axes of {input} once, and dims is {value}</source>
        <translation>Permute 需要 {input} 的 {rank} 个轴各出现一次，而 dims 为 {value}</translation>
    </message>
    <message>
        <source>Turn the order round</source>
        <translation>颠倒顺序</translation>
    </message>
    <message>
        <source>Axes count from 1: channels, height and width of an image are 1, 2 and 3.</source>
        <translation>轴从 1 数起：图像的通道、高和宽为 1、2 和 3。</translation>
    </message>
    <message>
        <source>Puts the axes into another order. 1, 3, 2 swaps an image&apos;s rows and columns.</source>
        <translation>改变各轴的顺序。1, 3, 2 交换图像的行和列。</translation>
    </message>
    <message>
        <source>The axes in their new order, counted from 1.</source>
        <translation>各轴的新顺序，从 1 数起。</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>two numbers</source>
        <translation>两个数</translation>
    </message>
    <message>
        <source>three numbers</source>
        <translation>三个数</translation>
    </message>
    <message>
        <source>strides wants {numbers}, or none to move by pool_size</source>
        <translation>strides 需要{numbers}，或留空以按 pool_size 移动</translation>
    </message>
    <message>
        <source>Move by pool_size</source>
        <translation>按 pool_size 移动</translation>
    </message>
    <message>
        <source>Keeps the largest value of each window, feature by feature. It makes the sequence shorter and a little indifferent to where things are.</source>
        <translation>逐特征保留每个窗口的最大值。使序列变短，并对位置稍不敏感。</translation>
    </message>
    <message>
        <source>Takes the mean of each window, feature by feature, which makes the sequence shorter and smoother. Padding does not count.</source>
        <translation>逐特征取每个窗口的均值，使序列变短、更平滑。填充不计入。</translation>
    </message>
    <message>
        <source>Keeps the largest value of each window, channel by channel. It makes the image smaller and a little indifferent to where things are.</source>
        <translation>逐通道保留每个窗口的最大值。使图像变小，并对位置稍不敏感。</translation>
    </message>
    <message>
        <source>Takes the mean of each window, channel by channel, which makes the image smaller and smoother. Padding does not count.</source>
        <translation>逐通道取每个窗口的均值，使图像变小、更平滑。填充不计入。</translation>
    </message>
    <message>
        <source>Keeps the largest value of each window, channel by channel. It makes the volume smaller and a little indifferent to where things are.</source>
        <translation>逐通道保留每个窗口的最大值。使体数据变小，并对位置稍不敏感。</translation>
    </message>
    <message>
        <source>Takes the mean of each window, channel by channel, which makes the volume smaller and smoother. Padding does not count.</source>
        <translation>逐通道取每个窗口的均值，使体数据变小、更平滑。填充不计入。</translation>
    </message>
    <message>
        <source>Step of the window along each axis; empty is as pool_size.</source>
        <translation>窗口沿各轴的步幅；留空则与 pool_size 相同。</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Takes the largest value of each feature over the whole sequence, so that a vector with one number per feature is left, whatever the sequence&apos;s size.</source>
        <translation>取每个特征在整个序列上的最大值，因此无论序列多长，都得到每个特征一个数的向量。</translation>
    </message>
    <message>
        <source>Takes the mean of each feature over the whole sequence, so that a vector with one number per feature is left, whatever the sequence&apos;s size.</source>
        <translation>取每个特征在整个序列上的均值，因此无论序列多长，都得到每个特征一个数的向量。</translation>
    </message>
    <message>
        <source>Takes the largest value of each channel over the whole image, so that a vector with one number per channel is left, whatever the image&apos;s size.</source>
        <translation>取每个通道在整张图像上的最大值，因此无论图像多大，都得到每个通道一个数的向量。</translation>
    </message>
    <message>
        <source>Takes the mean of each channel over the whole image, so that a vector with one number per channel is left, whatever the image&apos;s size.</source>
        <translation>取每个通道在整张图像上的均值，因此无论图像多大，都得到每个通道一个数的向量。</translation>
    </message>
    <message>
        <source>Takes the largest value of each channel over the whole volume, so that a vector with one number per channel is left, whatever the volume&apos;s size.</source>
        <translation>取每个通道在整个体数据上的最大值，因此无论其大小，都得到每个通道一个数的向量。</translation>
    </message>
    <message>
        <source>Takes the mean of each channel over the whole volume, so that a vector with one number per channel is left, whatever the volume&apos;s size.</source>
        <translation>取每个通道在整个体数据上的均值，因此无论其大小，都得到每个通道一个数的向量。</translation>
    </message>
    <message>
        <source>global maximum</source>
        <translation>全局最大</translation>
    </message>
    <message>
        <source>global average</source>
        <translation>全局平均</translation>
    </message>
    <message>
        <source>Keeps a sequence of one step instead of a vector.</source>
        <translation>保留一步的序列，而不是向量。</translation>
    </message>
    <message>
        <source>Keeps an image of one pixel instead of a vector.</source>
        <translation>保留一个像素的图像，而不是向量。</translation>
    </message>
    <message>
        <source>Keeps a volume of one place instead of a vector.</source>
        <translation>保留一个位置的体数据，而不是向量。</translation>
    </message>
    <message>
        <source>Adds a learned vector to each step of a sequence, its place. Attention sees a set of tokens without it, in no order.</source>
        <translation>给序列的每一步加上学到的向量，即其位置。没有它时，注意力看到的是没有顺序的词元集合。</translation>
    </message>
    <message>
        <source>learned places</source>
        <translation>学到的位置</translation>
    </message>
    <message>
        <source>PReLU cannot share along axis {axis} of {input}</source>
        <translation>PReLU 无法沿 {input} 的轴 {axis} 共享</translation>
    </message>
    <message>
        <source>Share nothing</source>
        <translation>不共享</translation>
    </message>
    <message>
        <source>Passes positive values and multiplies negative ones by a learned slope.</source>
        <translation>正值通过，负值乘以学到的斜率。</translation>
    </message>
    <message>
        <source>Axes along which one slope serves, counted from 1; 2 and 3 give an image one slope a channel.</source>
        <translation>共用一个斜率的轴，从 1 数起；2 和 3 使图像每个通道一个斜率。</translation>
    </message>
    <message>
        <source>a slope for each value</source>
        <translation>每个值一个斜率</translation>
    </message>
    <message>
        <source>shared along {axes}</source>
        <translation>沿 {axes} 共享</translation>
    </message>
    <message>
        <source>Reads a sequence step by step and keeps what matters in cells that gates open and close. Its result is what it knows after the last step, or after each.</source>
        <translation>逐步读取序列，把重要的内容保存在由门开关的单元中。结果是最后一步（或每一步）之后的所知。</translation>
    </message>
    <message>
        <source>Reads a sequence step by step with one memory and two gates: a leaner LSTM. Its result is what it knows after the last step, or after each.</source>
        <translation>以一个记忆和两个门逐步读取序列：精简的 LSTM。结果是最后一步（或每一步）之后的所知。</translation>
    </message>
    <message>
        <source>Number of cells, and of outputs.</source>
        <translation>单元个数，也是输出个数。</translation>
    </message>
    <message>
        <source>On gives the result of every step, as another recurrent layer wants it; off only the last.</source>
        <translation>打开时给出每一步的结果，供下一个循环层使用；关闭时只给出最后一步。</translation>
    </message>
    <message>
        <source>Reads the sequence from its end to its start.</source>
        <translation>从结尾到开头读取序列。</translation>
    </message>
    <message>
        <source>Share of the inputs that is dropped in training, the same ones at every step.</source>
        <translation>训练时丢弃的输入所占的比例，每一步相同。</translation>
    </message>
    <message>
        <source>Share of the state that each gate does not see in training, the same at every step.</source>
        <translation>训练时每个门看不到的状态所占的比例，每一步相同。</translation>
    </message>
    <message>
        <source>Function of what goes into the memory, and of what comes out.</source>
        <translation>写入记忆和输出时所用的函数。</translation>
    </message>
    <message>
        <source>Function of the gates.</source>
        <translation>门的函数。</translation>
    </message>
    <message>
        <source>Adds learned numbers to the gates.</source>
        <translation>给各个门加上学到的数。</translation>
    </message>
    <message>
        <source>Starts the forget gate&apos;s bias at 1, so that it remembers at first.</source>
        <translation>遗忘门的偏置从 1 开始，使其起初记住内容。</translation>
    </message>
    <message>
        <source>The reset gate acts after the product with the state (on) or before it (off).</source>
        <translation>重置门在与状态相乘之后（打开）或之前（关闭）起作用。</translation>
    </message>
    <message>
        <source>recurrent kernel</source>
        <translation>循环核</translation>
    </message>
    <message>
        <source>every step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>Input and output</source>
        <translation>输入与输出</translation>
    </message>
    <message>
        <source>{layer}: {fault}.</source>
        <translation>{layer}：{fault}。</translation>
    </message>
    <message>
        <source>Multiplies every value by scale and adds offset. Use it first, to bring pixels from 0..255 to a range around 0 to 1.</source>
        <translation>把每个值乘以 scale 再加上 offset。请放在最前面，把 0..255 的像素变到 0 到 1 附近。</translation>
    </message>
    <message>
        <source>Factor; 1/255 brings bytes to 0..1.</source>
        <translation>系数；1/255 把字节变到 0..1。</translation>
    </message>
    <message>
        <source>Added after the factor; −0.5 centres values of 0..1.</source>
        <translation>乘以系数之后加上；−0.5 使 0..1 的值居中。</translation>
    </message>
    <message>
        <source>Reshape cannot lay {input} out as {shape}</source>
        <translation>Reshape 无法把 {input} 排成 {shape}</translation>
    </message>
    <message>
        <source>Make it a vector</source>
        <translation>变为向量</translation>
    </message>
    <message>
        <source>Both must have the same number of values ({count}); at most one extent may be -1, for what is left.</source>
        <translation>两者的值个数必须相同（{count}）；最多一个维度可为 -1，表示其余部分。</translation>
    </message>
    <message>
        <source>Gives the values another shape without moving them: channels first, then rows, then columns.</source>
        <translation>不移动各值而改变形状：先通道，再行，再列。</translation>
    </message>
    <message>
        <source>The new extents without the batch; one of them may be -1, for what is left.</source>
        <translation>不含批的新维度；其中一个可为 -1，表示其余部分。</translation>
    </message>
    <message>
        <source>Filters each channel by itself and then mixes the channels: nearly what Conv2D does, with a fraction of its weights and work.</source>
        <translation>先对每个通道单独卷积，再混合各通道：与 Conv2D 相近，而权重和计算量只是其一部分。</translation>
    </message>
    <message>
        <source>pointwise kernel</source>
        <translation>逐点卷积核</translation>
    </message>
    <message>
        <source>Sets a random share of an image&apos;s channels to zero while training, against overfitting. Prediction passes everything through.</source>
        <translation>训练时随机把图像的一部分通道置零，防止过拟合。预测时全部通过。</translation>
    </message>
    <message>
        <source>Share of the channels that is dropped, 0 to 0.99.</source>
        <translation>被丢弃的通道所占的比例，0 到 0.99。</translation>
    </message>
    <message>
        <source>Takes the second input from the first, value by value.</source>
        <translation>逐值从第一个输入中减去第二个输入。</translation>
    </message>
    <message>
        <source>Function applied to the result; linear leaves it as it is. softmax, log_softmax and sparsemax look at all features together, the others at each value by itself.</source>
        <translation>应用于结果的函数；linear 保持不变。softmax、log_softmax 和 sparsemax 同时考虑所有特征，其余逐值计算。</translation>
    </message>
    <message>
        <source>valid keeps the window inside the image; same pads with zeros so that the output is as large as the input, divided by the stride.</source>
        <translation>valid 使窗口保持在图像之内；same 用零填充，使输出大小等于输入除以步幅。</translation>
    </message>
    <message>
        <source>Off freezes this layer: training leaves its weights alone.</source>
        <translation>关闭则冻结此层：训练不改变其权重。</translation>
    </message>
    <message>
        <source>Adds a learned shift, beta.</source>
        <translation>加上学到的平移量 beta。</translation>
    </message>
    <message>
        <source>Multiplies by a learned factor, gamma.</source>
        <translation>乘以学到的系数 gamma。</translation>
    </message>
    <message>
        <source>{what} from {layer}</source>
        <translation>来自{layer}的 {what}</translation>
    </message>
    <message>
        <source>Insert {layer}</source>
        <translation>插入 {layer}</translation>
    </message>
    <message>
        <source>{parts} · {next}</source>
        <translation>{parts} · {next}</translation>
    </message>
    <message>
        <source>stride {size}</source>
        <translation>步幅 {size}</translation>
    </message>
    <message>
        <source>Makes an image larger: each pixel is repeated, or values between pixels are interpolated.</source>
        <translation>放大图像：重复每个像素，或在像素之间插值。</translation>
    </message>
    <message>
        <source>How many times as high and as wide the image becomes.</source>
        <translation>图像的高和宽变为多少倍。</translation>
    </message>
    <message>
        <source>nearest repeats pixels; bilinear goes smoothly from one to the next.</source>
        <translation>nearest 重复像素；bilinear 在像素之间平滑过渡。</translation>
    </message>
    <message>
        <source>The largest norm of one output&apos;s weights.</source>
        <translation>一个输出的权重的最大范数。</translation>
    </message>
    <message>
        <source>The smallest norm of one output&apos;s weights.</source>
        <translation>一个输出的权重的最小范数。</translation>
    </message>
    <message>
        <source>The part of the way to that norm that each update goes; 1 is all of it.</source>
        <translation>每次更新向该范数靠近的程度；1 表示一步到位。</translation>
    </message>
    <message>
        <source>How the {weight} starts.</source>
        <translation>{weight} 的初始化方式。</translation>
    </message>
    <message>
        <source>The loss gets this much of the sum of the weights&apos; sizes.</source>
        <translation>把各权重绝对值之和的这一倍数加入损失。</translation>
    </message>
    <message>
        <source>The loss gets this much of the sum of the weights&apos; squares.</source>
        <translation>把各权重平方和的这一倍数加入损失。</translation>
    </message>
    <message>
        <source>What the loss gets for large values of the {weight}.</source>
        <translation>{weight} 的值过大时加入损失的部分。</translation>
    </message>
    <message>
        <source>What the {weight} is made to keep to after each update.</source>
        <translation>{weight} 在每次更新后须满足的约束。</translation>
    </message>
    <message>
        <source>The loss gets this much of the sum of the outputs&apos; sizes.</source>
        <translation>把各输出绝对值之和的这一倍数加入损失。</translation>
    </message>
    <message>
        <source>The loss gets this much of the sum of the outputs&apos; squares.</source>
        <translation>把各输出平方和的这一倍数加入损失。</translation>
    </message>
    <message>
        <source>What the loss gets for large outputs of the layer: of all in a batch, divided by its samples.</source>
        <translation>层的输出过大时加入损失的部分：一批之和除以样本数。</translation>
    </message>
    <message>
        <source>a sequence (steps, features)</source>
        <translation>序列（步，特征）</translation>
    </message>
    <message>
        <source>an image (channels, height, width)</source>
        <translation>图像（通道，高，宽）</translation>
    </message>
    <message>
        <source>a volume (channels, depth, height, width)</source>
        <translation>体数据（通道，深，高，宽）</translation>
    </message>
    <message>
        <source>a vector of {shape}</source>
        <translation>{shape} 的向量</translation>
    </message>
    <message>
        <source>a sequence of {shape}</source>
        <translation>{shape} 的序列</translation>
    </message>
    <message>
        <source>Take its rows as steps (insert Reshape)</source>
        <translation>把各行作为步（插入 Reshape）</translation>
    </message>
    <message>
        <source>Take each number as a step (insert Reshape)</source>
        <translation>把每个数作为一步（插入 Reshape）</translation>
    </message>
    <message>
        <source>Take it as an image of one channel (insert Reshape)</source>
        <translation>作为单通道图像（插入 Reshape）</translation>
    </message>
    <message>
        <source>Take its channels as depth (insert Reshape)</source>
        <translation>把通道作为深度（插入 Reshape）</translation>
    </message>
    <message>
        <source>Number of steps of {what}.</source>
        <translation>{what}的步数。</translation>
    </message>
    <message>
        <source>Height and width of {what}.</source>
        <translation>{what}的高和宽。</translation>
    </message>
    <message>
        <source>Depth, height and width of {what}.</source>
        <translation>{what}的深、高和宽。</translation>
    </message>
    <message>
        <source>A Reshape, Permute or PatchEmbedding makes steps of an image.</source>
        <translation>Reshape、Permute 或 PatchEmbedding 可把图像变为步。</translation>
    </message>
    <message>
        <source>{layer} wants {kind}, and gets {input}</source>
        <translation>{layer} 需要{kind}，而得到 {input}</translation>
    </message>
    <message>
        <source>Shrink {property} to the {kind}</source>
        <translation>把 {property} 缩小到与{kind}一致</translation>
    </message>
    <message>
        <source>{layer}&apos;s window is larger than its input: {size} ({property} with its dilation) on {input}</source>
        <translation>{layer} 的窗口大于输入：{size}（{property} 计入空洞）对 {input}</translation>
    </message>
    <message>
        <source>{layer}&apos;s window is larger than its input: {size} on {input}</source>
        <translation>{layer} 的窗口大于输入：{size} 对 {input}</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>The network is empty</source>
        <translation>网络为空</translation>
    </message>
    <message>
        <source>Drag layers from the palette, or start from a template.</source>
        <translation>请从层面板拖入层，或从模板开始。</translation>
    </message>
    <message>
        <source>The network has no Input</source>
        <translation>网络没有 Input</translation>
    </message>
    <message>
        <source>The network has no Output</source>
        <translation>网络没有 Output</translation>
    </message>
    <message>
        <source>Add one from the palette; it holds the loss to train with.</source>
        <translation>请从层面板添加一个；其中有训练所用的损失。</translation>
    </message>
    <message>
        <source>A node has no name</source>
        <translation>有一个节点没有名称</translation>
    </message>
    <message>
        <source>Two nodes are called {name}</source>
        <translation>有两个节点都叫{name}</translation>
    </message>
    <message>
        <source>Every node needs a name of its own, since its weights are kept under it.</source>
        <translation>每个节点都需要自己的名称，因为权重以它保存。</translation>
    </message>
    <message>
        <source>{type} needs a newer Tensorloom or a missing plug-in</source>
        <translation>{type}需要更新的 Tensorloom，或缺少插件</translation>
    </message>
    <message>
        <source>It is kept as it is.</source>
        <translation>它会原样保留。</translation>
    </message>
    <message>
        <source>{title} was made by a newer Tensorloom (version {version}, and this one knows {known})</source>
        <translation>{title} 由更新的 Tensorloom 生成（版本 {version}，本程序支持 {known}）</translation>
    </message>
    <message>
        <source>There is an Output already</source>
        <translation>已经有一个 Output</translation>
    </message>
    <message>
        <source>{name} is the one that is trained; a network has one loss.</source>
        <translation>训练的是{name}；一个网络只有一个损失。</translation>
    </message>
    <message>
        <source>Remove {layer}</source>
        <translation>移除 {layer}</translation>
    </message>
    <message>
        <source>Nothing uses its result</source>
        <translation>没有层使用它的结果</translation>
    </message>
    <message>
        <source>It is left out of training.</source>
        <translation>它不参与训练。</translation>
    </message>
    <message>
        <source>{title} has no property {key}</source>
        <translation>{title} 没有属性{key}</translation>
    </message>
    <message>
        <source>It is kept and not used.</source>
        <translation>它会保留，但不使用。</translation>
    </message>
    <message>
        <source>Reset {property}</source>
        <translation>重置 {property}</translation>
    </message>
    <message>
        <source>Set {property} back to {value}</source>
        <translation>把 {property} 设回 {value}</translation>
    </message>
    <message>
        <source>{layer} takes no input</source>
        <translation>{layer} 没有输入</translation>
    </message>
    <message>
        <source>Two wires end at input {port}</source>
        <translation>有两条连线接到第 {port} 个输入</translation>
    </message>
    <message>
        <source>{layer} has {count} {count|input|inputs}, and {connected} are connected</source>
        <translation>{layer} 有 {count} 个输入，而接了 {connected} 条连线</translation>
    </message>
    <message>
        <source>Disconnect {layer}</source>
        <translation>断开 {layer}</translation>
    </message>
    <message>
        <source>Nothing is connected to its input</source>
        <translation>它的输入没有连接</translation>
    </message>
    <message>
        <source>Drag a wire from the layer above to its top.</source>
        <translation>请从上一层拉一条连线到它的顶部。</translation>
    </message>
    <message>
        <source>Insert Input</source>
        <translation>插入 Input</translation>
    </message>
    <message>
        <source>two</source>
        <translation>两个</translation>
    </message>
    <message>
        <source>one</source>
        <translation>一个</translation>
    </message>
    <message>
        <source>{layer} wants {wanted} inputs, and has {has}</source>
        <translation>{layer} 需要{wanted}输入，而现在有{has}</translation>
    </message>
    <message>
        <source>{layer} wants {wanted} inputs or more, and has {has}</source>
        <translation>{layer} 需要{wanted}或更多输入，而现在有{has}</translation>
    </message>
    <message>
        <source>A wire comes from {from}, which is not there</source>
        <translation>有一条连线来自不存在的{from}</translation>
    </message>
    <message>
        <source>Remove the wire</source>
        <translation>移除连线</translation>
    </message>
    <message>
        <source>A wire goes from {from} to {to}, which is not there</source>
        <translation>有一条从{from}到{to}的连线，而后者不存在</translation>
    </message>
    <message>
        <source>It cannot be fed by {from}, which has no result</source>
        <translation>{from}没有结果，无法作为它的输入</translation>
    </message>
    <message>
        <source>The wires go in a circle: {way}</source>
        <translation>连线形成了环：{way}</translation>
    </message>
    <message>
        <source>A result cannot depend on itself; take one of these wires away.</source>
        <translation>结果不能依赖于自身；请去掉其中一条连线。</translation>
    </message>
    <message>
        <source>{node}: the build rule of {name} sets no output.</source>
        <translation>{node}：{name} 的构建规则没有设定输出。</translation>
    </message>
    <message>
        <source>{node}: the input&apos;s shape is not known. Open a data set or set the Input&apos;s shape.</source>
        <translation>{node}：输入的形状未知。请打开数据集，或设定 Input 的 shape。</translation>
    </message>
    <message>
        <source>{node}: the network has a loss already. Keep one Output.</source>
        <translation>{node}：网络已有一个损失。请只保留一个 Output。</translation>
    </message>
    <message>
        <source>There is no template &quot;{name}&quot;. There are: {known}.</source>
        <translation>没有模板“{name}”。可用的有：{known}。</translation>
    </message>
    <message>
        <source>node.property=value, such as dense_1.units=256</source>
        <translation>node.property=value，例如 dense_1.units=256</translation>
    </message>
    <message>
        <source>no such form</source>
        <translation>没有这种形式</translation>
    </message>
    <message>
        <source>The network has no layer &quot;{name}&quot;. It has: {known}.</source>
        <translation>网络没有层“{name}”。它有：{known}。</translation>
    </message>
    <message>
        <source>{name} is of the unknown type &quot;{type}&quot;, so nothing of it can be set.</source>
        <translation>{name} 的类型“{type}”未知，因此无法设定其属性。</translation>
    </message>
    <message>
        <source>{name} ({title}) has no property &quot;{key}&quot;. It has: {known}.</source>
        <translation>{name}（{title}）没有属性“{key}”。它有：{known}。</translation>
    </message>
    <message>
        <source>Two convolutions with pooling and three Dense layers, after LeCun et al. 1998; about 98.7 % on MNIST.</source>
        <translation>两个带池化的卷积和三个 Dense 层，依 LeCun 等人 1998；在 MNIST 上约 98.7 %。</translation>
    </message>
    <message>
        <source>Linear classifier</source>
        <translation>线性分类器</translation>
    </message>
    <message>
        <source>One Dense layer on the pixels: the least that learns, and the mark that deeper networks have to beat.</source>
        <translation>作用于像素的一个 Dense 层：最简单的可学习网络，也是更深的网络应当超过的基准。</translation>
    </message>
    <message>
        <source>LSTM over rows</source>
        <translation>逐行 LSTM</translation>
    </message>
    <message>
        <source>Reads the image row by row with a long short-term memory of 128 cells, and judges by what it then knows.</source>
        <translation>用 128 个单元的长短期记忆逐行读取图像，再据所知作出判断。</translation>
    </message>
    <message>
        <source>A perceptron with one hidden layer of 128 units; about 97.5 % on MNIST within a minute.</source>
        <translation>一个隐藏层、128 个单元的感知机；一分钟内在 MNIST 上约 97.5 %。</translation>
    </message>
    <message>
        <source>Eight residual blocks of two convolutions, after He et al. 2016, laid out as torchvision&apos;s; made for photographs of 224×224 pixels.</source>
        <translation>八个残差块，每块两个卷积，依 He 等人 2016，结构同 torchvision；为 224×224 像素的照片而设。</translation>
    </message>
    <message>
        <source>Sixteen residual bottlenecks of three convolutions, after He et al. 2016, laid out as torchvision&apos;s; made for photographs of 224×224 pixels.</source>
        <translation>十六个瓶颈残差块，每块三个卷积，依 He 等人 2016，结构同 torchvision；为 224×224 像素的照片而设。</translation>
    </message>
    <message>
        <source>Twelve blocks of attention over patches of 16×16 pixels, after Touvron et al. 2021; made for photographs of 224×224 pixels.</source>
        <translation>在 16×16 像素的图块上做十二层注意力，依 Touvron 等人 2021；为 224×224 像素的照片而设。</translation>
    </message>
    <message>
        <source>Nine residual blocks of two convolutions, after He et al. 2016; made for CIFAR-10&apos;s 32×32 pixels.</source>
        <translation>九个残差块，每块两个卷积，依 He 等人 2016；为 CIFAR-10 的 32×32 像素而设。</translation>
    </message>
    <message>
        <source>A template asks for the layer &quot;{type}&quot;, which is not there.</source>
        <translation>模板需要的层“{type}”不存在。</translation>
    </message>
    <message>
        <source>Vision transformer</source>
        <translation>视觉 Transformer</translation>
    </message>
    <message>
        <source>Cuts the image into patches and lets them look at each other in four blocks of attention, after Dosovitskiy et al. 2021; trains well with AdamW.</source>
        <translation>把图像切成图块，在四个注意力块中互相关注，依 Dosovitskiy 等人 2021；适合用 AdamW 训练。</translation>
    </message>
    <message>
        <source>shape rule of {name}</source>
        <translation>{name} 的形状规则</translation>
    </message>
    <message>
        <source>Add&apos;s activation</source>
        <translation>Add 的激活函数</translation>
    </message>
    <message>
        <source>linear or relu</source>
        <translation>linear 或 relu</translation>
    </message>
    <message>
        <source>AveragePool2DGrad&apos;s input dy</source>
        <translation>AveragePool2DGrad 的输入 dy</translation>
    </message>
    <message>
        <source>BatchNorm&apos;s gradient</source>
        <translation>BatchNorm 的梯度</translation>
    </message>
    <message>
        <source>a gradient of its output y only</source>
        <translation>只对其输出 y 的梯度</translation>
    </message>
    <message>
        <source>one of its mean or variance</source>
        <translation>对其均值或方差的梯度</translation>
    </message>
    <message>
        <source>BatchNorm&apos;s input x</source>
        <translation>BatchNorm 的输入 x</translation>
    </message>
    <message>
        <source>2 dimensions or more</source>
        <translation>2 维或以上</translation>
    </message>
    <message>
        <source>BatchNorm&apos;s epsilon</source>
        <translation>BatchNorm 的 epsilon</translation>
    </message>
    <message>
        <source>more than 0</source>
        <translation>大于 0</translation>
    </message>
    <message>
        <source>BatchNorm&apos;s activation</source>
        <translation>BatchNorm 的激活函数</translation>
    </message>
    <message>
        <source>BatchNormInference&apos;s gradient</source>
        <translation>BatchNormInference 的梯度</translation>
    </message>
    <message>
        <source>one of x, gamma or beta</source>
        <translation>对 x、gamma 或 beta 之一的梯度</translation>
    </message>
    <message>
        <source>one of input {index}</source>
        <translation>对第 {index} 个输入的梯度</translation>
    </message>
    <message>
        <source>Train with BatchNorm.</source>
        <translation>请用 BatchNorm 训练。</translation>
    </message>
    <message>
        <source>BatchNormInference&apos;s input x</source>
        <translation>BatchNormInference 的输入 x</translation>
    </message>
    <message>
        <source>BiasAdd&apos;s input x</source>
        <translation>BiasAdd 的输入 x</translation>
    </message>
    <message>
        <source>BiasGrad&apos;s input dy</source>
        <translation>BiasGrad 的输入 dy</translation>
    </message>
    <message>
        <source>{op}&apos;s input of bytes</source>
        <translation>{op} 的字节输入</translation>
    </message>
    <message>
        <source>uint8</source>
        <translation>uint8</translation>
    </message>
    <message>
        <source>Cast&apos;s to</source>
        <translation>Cast 的 to</translation>
    </message>
    <message>
        <source>float32, bfloat16 or float16</source>
        <translation>float32、bfloat16 或 float16</translation>
    </message>
    <message>
        <source>Cast&apos;s input x</source>
        <translation>Cast 的输入 x</translation>
    </message>
    <message>
        <source>ClassWeights&apos;s weights</source>
        <translation>ClassWeights 的 weights</translation>
    </message>
    <message>
        <source>a number a class</source>
        <translation>每个类别一个数</translation>
    </message>
    <message>
        <source>Constrain&apos;s kind</source>
        <translation>Constrain 的 kind</translation>
    </message>
    <message>
        <source>max_norm, min_max_norm, unit_norm or non_neg</source>
        <translation>max_norm、min_max_norm、unit_norm 或 non_neg</translation>
    </message>
    <message>
        <source>Constrain&apos;s {key}</source>
        <translation>Constrain 的 {key}</translation>
    </message>
    <message>
        <source>Constrain&apos;s rate</source>
        <translation>Constrain 的 rate</translation>
    </message>
    <message>
        <source>1 or less</source>
        <translation>1 或以下</translation>
    </message>
    <message>
        <source>Conv2DKernelBiasGrad&apos;s input dy</source>
        <translation>Conv2DKernelBiasGrad 的输入 dy</translation>
    </message>
    <message>
        <source>{op}&apos;s input dy</source>
        <translation>{op} 的输入 dy</translation>
    </message>
    <message>
        <source>{op}&apos;s input x</source>
        <translation>{op} 的输入 x</translation>
    </message>
    <message>
        <source>images [N, C, H, W]</source>
        <translation>图像 [N, C, H, W]</translation>
    </message>
    <message>
        <source>volumes [N, C, D, H, W]</source>
        <translation>体数据 [N, C, D, H, W]</translation>
    </message>
    <message>
        <source>{op}&apos;s input w</source>
        <translation>{op} 的输入 w</translation>
    </message>
    <message>
        <source>a kernel [out, in, h, w]</source>
        <translation>卷积核 [out, in, h, w]</translation>
    </message>
    <message>
        <source>a kernel [out, in, d, h, w]</source>
        <translation>卷积核 [out, in, d, h, w]</translation>
    </message>
    <message>
        <source>{op}&apos;s group</source>
        <translation>{op} 的 group</translation>
    </message>
    <message>
        <source>a divisor of {channels} input and {o} output channels</source>
        <translation>{channels} 个输入通道和 {o} 个输出通道的公约数</translation>
    </message>
    <message>
        <source>{group} channels in a group</source>
        <translation>每组 {group} 个通道</translation>
    </message>
    <message>
        <source>CountCorrect&apos;s k</source>
        <translation>CountCorrect 的 k</translation>
    </message>
    <message>
        <source>Dropout&apos;s rate</source>
        <translation>Dropout 的 rate</translation>
    </message>
    <message>
        <source>0 or more and less than 1</source>
        <translation>0 或以上，小于 1</translation>
    </message>
    <message>
        <source>Dropout&apos;s input x</source>
        <translation>Dropout 的输入 x</translation>
    </message>
    <message>
        <source>3 dimensions or more to drop channels</source>
        <translation>丢弃通道需 3 维或以上</translation>
    </message>
    <message>
        <source>ElementwiseLoss&apos;s input y</source>
        <translation>ElementwiseLoss 的输入 y</translation>
    </message>
    <message>
        <source>1 dimension or more</source>
        <translation>1 维或以上</translation>
    </message>
    <message>
        <source>a scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>ElementwiseLoss&apos;s gradient</source>
        <translation>ElementwiseLoss 的梯度</translation>
    </message>
    <message>
        <source>of y only, for {kind}</source>
        <translation>{kind} 只对 y 的梯度</translation>
    </message>
    <message>
        <source>a target that depends on a parameter</source>
        <translation>依赖于参数的目标</translation>
    </message>
    <message>
        <source>Embedding&apos;s input indices</source>
        <translation>Embedding 的输入 indices</translation>
    </message>
    <message>
        <source>float32 or int32</source>
        <translation>float32 或 int32</translation>
    </message>
    <message>
        <source>EmbeddingGrad&apos;s input dy</source>
        <translation>EmbeddingGrad 的输入 dy</translation>
    </message>
    <message>
        <source>a row for each of {shape}</source>
        <translation>{shape} 中每个数对应一行</translation>
    </message>
    <message>
        <source>Expand&apos;s shape</source>
        <translation>Expand 的 shape</translation>
    </message>
    <message>
        <source>one that {shape} can be repeated to</source>
        <translation>{shape} 可以重复而成的形状</translation>
    </message>
    <message>
        <source>an elementwise op</source>
        <translation>逐元素算子</translation>
    </message>
    <message>
        <source>FusedElementwise</source>
        <translation>FusedElementwise</translation>
    </message>
    <message>
        <source>an operand for {name}</source>
        <translation>{name} 的操作数</translation>
    </message>
    <message>
        <source>{next} inputs</source>
        <translation>{next} 个输入</translation>
    </message>
    <message>
        <source>GaussianNoise&apos;s stddev</source>
        <translation>GaussianNoise 的 stddev</translation>
    </message>
    <message>
        <source>GlobalAveragePool2DGrad&apos;s input_shape</source>
        <translation>GlobalAveragePool2DGrad 的 input_shape</translation>
    </message>
    <message>
        <source>4 dimensions</source>
        <translation>4 维</translation>
    </message>
    <message>
        <source>MatMul&apos;s input a</source>
        <translation>MatMul 的输入 a</translation>
    </message>
    <message>
        <source>MatMul&apos;s input b</source>
        <translation>MatMul 的输入 b</translation>
    </message>
    <message>
        <source>Float8MatMul&apos;s {attribute}</source>
        <translation>Float8MatMul 的 {attribute}</translation>
    </message>
    <message>
        <source>e4m3 or e5m2</source>
        <translation>e4m3 或 e5m2</translation>
    </message>
    <message>
        <source>Float8MatMul&apos;s input a</source>
        <translation>Float8MatMul 的输入 a</translation>
    </message>
    <message>
        <source>Float8MatMul&apos;s input b</source>
        <translation>Float8MatMul 的输入 b</translation>
    </message>
    <message>
        <source>multiples of 16</source>
        <translation>16 的倍数</translation>
    </message>
    <message>
        <source>{rank} dimensions, as a</source>
        <translation>{rank} 维，与 a 相同</translation>
    </message>
    <message>
        <source>as many matrices as a, {a}</source>
        <translation>与 a 同样多的矩阵，{a}</translation>
    </message>
    <message>
        <source>{count} rows to match a</source>
        <translation>与 a 相配的 {count} 行</translation>
    </message>
    <message>
        <source>a matrix where there is a bias</source>
        <translation>有偏置时为矩阵</translation>
    </message>
    <message>
        <source>MatMulUpdate</source>
        <translation>MatMulUpdate</translation>
    </message>
    <message>
        <source>a parameter and two factors</source>
        <translation>一个参数和两个因子</translation>
    </message>
    <message>
        <source>{count} inputs</source>
        <translation>{count} 个输入</translation>
    </message>
    <message>
        <source>b as it is</source>
        <translation>b 不转置</translation>
    </message>
    <message>
        <source>a transposed b</source>
        <translation>转置的 b</translation>
    </message>
    <message>
        <source>bytes in b, if any</source>
        <translation>若有字节，在 b 中</translation>
    </message>
    <message>
        <source>bytes in a</source>
        <translation>a 中有字节</translation>
    </message>
    <message>
        <source>MuonUpdate</source>
        <translation>MuonUpdate</translation>
    </message>
    <message>
        <source>a parameter of two dimensions or more</source>
        <translation>二维或以上的参数</translation>
    </message>
    <message>
        <source>OneHot&apos;s depth</source>
        <translation>OneHot 的 depth</translation>
    </message>
    <message>
        <source>Pad2D&apos;s input x</source>
        <translation>Pad2D 的输入 x</translation>
    </message>
    <message>
        <source>Pad2D&apos;s pads</source>
        <translation>Pad2D 的 pads</translation>
    </message>
    <message>
        <source>top, left, bottom, right</source>
        <translation>上、左、下、右</translation>
    </message>
    <message>
        <source>an image that is left over of {shape}</source>
        <translation>{shape} 中有剩余的图像</translation>
    </message>
    <message>
        <source>{name}&apos;s input x</source>
        <translation>{name} 的输入 x</translation>
    </message>
    <message>
        <source>a sequence [N, T, C]</source>
        <translation>序列 [N, T, C]</translation>
    </message>
    <message>
        <source>{name}&apos;s recurrent_kernel</source>
        <translation>{name} 的 recurrent_kernel</translation>
    </message>
    <message>
        <source>[{gates} * units, units]</source>
        <translation>[{gates} * units, units]</translation>
    </message>
    <message>
        <source>{what} values a step</source>
        <translation>每步 {what} 个值</translation>
    </message>
    <message>
        <source>{name}&apos;s activation</source>
        <translation>{name} 的激活函数</translation>
    </message>
    <message>
        <source>one without numbers of its own</source>
        <translation>不带参数的激活函数</translation>
    </message>
    <message>
        <source>{name}&apos;s gradient</source>
        <translation>{name} 的梯度</translation>
    </message>
    <message>
        <source>one of its gates or cells</source>
        <translation>对其门或单元的梯度</translation>
    </message>
    <message>
        <source>ReduceSum&apos;s axes</source>
        <translation>ReduceSum 的 axes</translation>
    </message>
    <message>
        <source>axes of {shape}, from 0</source>
        <translation>{shape} 的轴，从 0 起</translation>
    </message>
    <message>
        <source>op {name}</source>
        <translation>算子 {name}</translation>
    </message>
    <message>
        <source>one of docs/ops.md</source>
        <translation>docs/ops.md 中的一个</translation>
    </message>
    <message>
        <source>no such op</source>
        <translation>没有这个算子</translation>
    </message>
    <message>
        <source>Reshape&apos;s shape</source>
        <translation>Reshape 的 shape</translation>
    </message>
    <message>
        <source>Slice&apos;s range</source>
        <translation>Slice 的范围</translation>
    </message>
    <message>
        <source>a part of 0 to {shape}</source>
        <translation>0 到 {shape} 的一部分</translation>
    </message>
    <message>
        <source>{range} to {range_2}</source>
        <translation>{range} 到 {range_2}</translation>
    </message>
    <message>
        <source>Solve&apos;s input a</source>
        <translation>Solve 的输入 a</translation>
    </message>
    <message>
        <source>a square matrix</source>
        <translation>方阵</translation>
    </message>
    <message>
        <source>{op}&apos;s input {name}</source>
        <translation>{op} 的输入 {name}</translation>
    </message>
    <message>
        <source>{count} {count|input|inputs}</source>
        <translation>{count} 个输入</translation>
    </message>
    <message>
        <source>{least} or more inputs</source>
        <translation>{least} 个或更多输入</translation>
    </message>
    <message>
        <source>{least} to {most} inputs</source>
        <translation>{least} 到 {most} 个输入</translation>
    </message>
    <message>
        <source>{rank} dimensions</source>
        <translation>{rank} 维</translation>
    </message>
    <message>
        <source>int32</source>
        <translation>int32</translation>
    </message>
    <message>
        <source>{rows} labels</source>
        <translation>{rows} 个标签</translation>
    </message>
    <message>
        <source>no fused activation</source>
        <translation>没有融合的激活函数</translation>
    </message>
    <message>
        <source>Emit an Activation op of its own; the compiler fuses it after the gradient.</source>
        <translation>请单独发出 Activation 算子；编译器会在求梯度之后融合它。</translation>
    </message>
    <message>
        <source>{op}&apos;s {key}</source>
        <translation>{op} 的 {key}</translation>
    </message>
    <message>
        <source>{count} integers</source>
        <translation>{count} 个整数</translation>
    </message>
    <message>
        <source>at least {minimum}</source>
        <translation>不小于 {minimum}</translation>
    </message>
    <message>
        <source>{op}&apos;s window</source>
        <translation>{op} 的窗口</translation>
    </message>
    <message>
        <source>at most the padded extent {after}</source>
        <translation>不超过填充后的大小 {after}</translation>
    </message>
    <message>
        <source>Use a smaller kernel, padding, or a larger image.</source>
        <translation>请使用更小的卷积核、填充，或更大的图像。</translation>
    </message>
    <message>
        <source>{name}&apos;s axis</source>
        <translation>{name} 的轴</translation>
    </message>
    <message>
        <source>an axis of {shape}</source>
        <translation>{shape} 的轴</translation>
    </message>
    <message>
        <source>{name}&apos;s input indices</source>
        <translation>{name} 的输入 indices</translation>
    </message>
    <message>
        <source>one that this op can apply itself</source>
        <translation>此算子自身可以应用的激活函数</translation>
    </message>
    <message>
        <source>Emit an Activation op of its own.</source>
        <translation>请单独发出 Activation 算子。</translation>
    </message>
    <message>
        <source>{name}&apos;s alpha</source>
        <translation>{name} 的 alpha</translation>
    </message>
    <message>
        <source>{minimum_alpha} or more</source>
        <translation>{minimum_alpha} 或以上</translation>
    </message>
    <message>
        <source>{name}&apos;s pads</source>
        <translation>{name} 的 pads</translation>
    </message>
    <message>
        <source>less than its kernel</source>
        <translation>小于卷积核</translation>
    </message>
    <message>
        <source>the extents of {shape} without the batch, or 1</source>
        <translation>{shape} 中除批以外的维度，或 1</translation>
    </message>
    <message>
        <source>{name}&apos;s num_groups</source>
        <translation>{name} 的 num_groups</translation>
    </message>
    <message>
        <source>a divisor of {shape} channels</source>
        <translation>{shape} 个通道的约数</translation>
    </message>
    <message>
        <source>one of Keras&apos;s losses of single elements</source>
        <translation>Keras 的逐元素损失之一</translation>
    </message>
    <message>
        <source>labels, or labels, other labels and shares</source>
        <translation>标签，或标签、其他标签和比例</translation>
    </message>
    <message>
        <source>2 inputs</source>
        <translation>2 个输入</translation>
    </message>
    <message>
        <source>ThresholdCounts&apos;s num_thresholds</source>
        <translation>ThresholdCounts 的 num_thresholds</translation>
    </message>
    <message>
        <source>2 or more</source>
        <translation>2 或以上</translation>
    </message>
    <message>
        <source>Transpose&apos;s perm</source>
        <translation>Transpose 的 perm</translation>
    </message>
    <message>
        <source>each axis of {shape} once</source>
        <translation>{shape} 的每个轴各一次</translation>
    </message>
    <message>
        <source>CSVLogger: filename</source>
        <translation>CSVLogger：filename</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>CSVLogger: separator</source>
        <translation>CSVLogger：separator</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>一个字符</translation>
    </message>
    <message>
        <source>CSVLogger needs a run with a folder to write to.</source>
        <translation>CSVLogger 需要有可写文件夹的运行。</translation>
    </message>
    <message>
        <source>Writes the values of every epoch to a file of rows.</source>
        <translation>把每一轮的值逐行写入文件。</translation>
    </message>
    <message>
        <source>The file, in the run&apos;s folder or from /.</source>
        <translation>文件，位于运行的文件夹中，或以 / 开头。</translation>
    </message>
    <message>
        <source>The character between two values; \t is a tab.</source>
        <translation>两个值之间的字符；\t 为制表符。</translation>
    </message>
    <message>
        <source>Goes on below the rows of an earlier run.</source>
        <translation>接在之前运行的各行之后。</translation>
    </message>
    <message>
        <source>EarlyStopping: {key}</source>
        <translation>EarlyStopping：{key}</translation>
    </message>
    <message>
        <source>a number, or nothing</source>
        <translation>数，或留空</translation>
    </message>
    <message>
        <source>EarlyStopping ended the run after epoch {epoch}: the best was epoch {best}.</source>
        <translation>EarlyStopping 在第 {epoch} 轮后结束了运行：最好的是第 {best} 轮。</translation>
    </message>
    <message>
        <source>EarlyStopping brought the weights of epoch {epoch} back.</source>
        <translation>EarlyStopping 恢复了第 {epoch} 轮的权重。</translation>
    </message>
    <message>
        <source>Ends the run when a value has stopped getting better.</source>
        <translation>当某个值不再改善时结束运行。</translation>
    </message>
    <message>
        <source>Epochs without improvement after which the run ends.</source>
        <translation>多少轮没有改善后结束运行。</translation>
    </message>
    <message>
        <source>Ends with the weights of the best epoch instead of the last.</source>
        <translation>结束时采用最好一轮的权重，而不是最后一轮。</translation>
    </message>
    <message>
        <source>A value that must be passed for waiting to begin anew; empty: none.</source>
        <translation>必须超过才重新等待的值；留空：没有。</translation>
    </message>
    <message>
        <source>Epochs at the beginning that do not count.</source>
        <translation>开头不计入的轮数。</translation>
    </message>
    <message>
        <source>ModelCheckpoint: save_best_only goes by the values of an epoch, so every_steps must be 0 with it.</source>
        <translation>ModelCheckpoint：save_best_only 依据一轮的值，因此 every_steps 必须为 0。</translation>
    </message>
    <message>
        <source>ModelCheckpoint needs a run with a folder to write to.</source>
        <translation>ModelCheckpoint 需要有可写文件夹的运行。</translation>
    </message>
    <message>
        <source>Keeps checkpoints of the run on its way, beside the newest and the best.</source>
        <translation>除最新和最好的以外，还保留运行途中的检查点。</translation>
    </message>
    <message>
        <source>Only where the watched value got better.</source>
        <translation>只在所监视的值改善时保存。</translation>
    </message>
    <message>
        <source>A checkpoint after every so many epochs.</source>
        <translation>每隔多少轮保存一个检查点。</translation>
    </message>
    <message>
        <source>After every so many steps in place of epochs; 0: by epochs.</source>
        <translation>按步数而非轮数间隔；0：按轮数。</translation>
    </message>
    <message>
        <source>How many are kept, the newest; 0 keeps all.</source>
        <translation>保留最新的多少个；0 为全部保留。</translation>
    </message>
    <message>
        <source>A folder, in the run&apos;s own or from /; empty: checkpoints.</source>
        <translation>文件夹，位于运行的文件夹中，或以 / 开头；留空：checkpoints。</translation>
    </message>
    <message>
        <source>The value of each epoch that is watched: loss, val_accuracy, ...</source>
        <translation>每一轮所监视的值：loss、val_accuracy 等。</translation>
    </message>
    <message>
        <source>Whether less or more is better; auto goes by the name: more, for accuracies and the like.</source>
        <translation>越小越好还是越大越好；auto 按名称判断：准确率之类越大越好。</translation>
    </message>
    <message>
        <source>A change of less than this is no improvement.</source>
        <translation>变化小于它不算改善。</translation>
    </message>
    <message>
        <source>{callback} watches &quot;{value}&quot;, which this run does not have. It has {known}.</source>
        <translation>{callback} 监视“{value}”，而此运行没有它。此运行有 {known}。</translation>
    </message>
    <message>
        <source>Lowers the rate when a value has stopped getting better.</source>
        <translation>当某个值不再改善时降低学习率。</translation>
    </message>
    <message>
        <source>What the rate is multiplied by.</source>
        <translation>学习率乘以的系数。</translation>
    </message>
    <message>
        <source>Epochs without improvement after which the rate falls.</source>
        <translation>多少轮没有改善后降低学习率。</translation>
    </message>
    <message>
        <source>Epochs after a fall in which none is counted.</source>
        <translation>降低之后不计入的轮数。</translation>
    </message>
    <message>
        <source>The rate falls no lower.</source>
        <translation>学习率的下限。</translation>
    </message>
    <message>
        <source>The images of &quot;{name}&quot;</source>
        <translation>“{name}”的图像</translation>
    </message>
    <message>
        <source>{shape}, which the network was made for</source>
        <translation>{shape}，网络为此而建</translation>
    </message>
    <message>
        <source>The classes of &quot;{name}&quot;</source>
        <translation>“{name}”的类别</translation>
    </message>
    <message>
        <source>{classes}, as the network has outputs</source>
        <translation>{classes}，与网络的输出个数相同</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; holds no samples to evaluate on.</source>
        <translation>“{name}”中没有可供评估的样本。</translation>
    </message>
    <message>
        <source>The evaluation was stopped.</source>
        <translation>评估已停止。</translation>
    </message>
    <message>
        <source>The run keeps no averages of its weights: it was trained without use_ema.</source>
        <translation>此运行没有权重的平均值：训练时未使用 use_ema。</translation>
    </message>
    <message>
        <source>The first sample to predict</source>
        <translation>要预测的第一个样本</translation>
    </message>
    <message>
        <source>0 to {size}</source>
        <translation>0 到 {size}</translation>
    </message>
    <message>
        <source>The rates to search</source>
        <translation>要搜索的学习率</translation>
    </message>
    <message>
        <source>a first one above 0 and a last one above that</source>
        <translation>第一个大于 0，最后一个大于第一个</translation>
    </message>
    <message>
        <source>{from} to {to}</source>
        <translation>{from} 到 {to}</translation>
    </message>
    <message>
        <source>The steps of the search</source>
        <translation>搜索的步数</translation>
    </message>
    <message>
        <source>10 or more</source>
        <translation>10 或以上</translation>
    </message>
    <message>
        <source>The smoothing of the search</source>
        <translation>搜索的平滑</translation>
    </message>
    <message>
        <source>0 or more, below 1</source>
        <translation>0 或以上，小于 1</translation>
    </message>
    <message>
        <source>The data ended in the middle of the search.</source>
        <translation>数据在搜索途中结束。</translation>
    </message>
    <message>
        <source>Gives every weight a rate that only falls, by all of its gradients so far: good for rare features.</source>
        <translation>按迄今所有梯度给每个权重一个只降不升的学习率：适合稀疏特征。</translation>
    </message>
    <message>
        <source>What the sum of squares starts at: a larger one makes the first steps smaller.</source>
        <translation>平方和的初值：越大则最初几步越小。</translation>
    </message>
    <message>
        <source>Gives every weight a rate of its own, from running means of its gradient and its square.</source>
        <translation>由梯度及其平方的移动平均给每个权重各自的学习率。</translation>
    </message>
    <message>
        <source>Adam that divides by the largest recent gradient: steady where gradients come seldom.</source>
        <translation>除以近期最大梯度的 Adam：梯度稀疏时较稳定。</translation>
    </message>
    <message>
        <source>Memory of the largest gradient, a step.</source>
        <translation>最大梯度每步的记忆。</translation>
    </message>
    <message>
        <source>Adam with a weight decay of its own, which the size of the gradient does not change.</source>
        <translation>带有独立权重衰减的 Adam，衰减不受梯度大小影响。</translation>
    </message>
    <message>
        <source>Moves every weight by the same amount, along the sign of a running mean; half of Adam&apos;s memory.</source>
        <translation>沿移动平均的符号以相同幅度移动每个权重；内存为 Adam 的一半。</translation>
    </message>
    <message>
        <source>How much of the mean gradient stands in the step.</source>
        <translation>平均梯度在步中所占的比例。</translation>
    </message>
    <message>
        <source>Memory of the mean gradient, a step.</source>
        <translation>平均梯度每步的记忆。</translation>
    </message>
    <message>
        <source>Makes the step of every matrix orthogonal, so that no direction is left behind; AdamW for the rest.</source>
        <translation>使每个矩阵的步正交，不遗漏任何方向；其余使用 AdamW。</translation>
    </message>
    <message>
        <source>How much of the last step&apos;s direction is kept.</source>
        <translation>保留上一步方向的程度。</translation>
    </message>
    <message>
        <source>Looks one momentum step ahead.</source>
        <translation>先行一步动量。</translation>
    </message>
    <message>
        <source>Newton-Schulz steps: more come closer to orthogonal.</source>
        <translation>Newton-Schulz 步数：越多越接近正交。</translation>
    </message>
    <message>
        <source>Gives steps the size of Adam&apos;s, so that Adam&apos;s rates fit; 0 leaves them as they are.</source>
        <translation>使步长与 Adam 相当，可沿用 Adam 的学习率；0 则保持不变。</translation>
    </message>
    <message>
        <source>AdamW&apos;s rate is this much of the rate.</source>
        <translation>AdamW 的学习率为学习率的这一倍数。</translation>
    </message>
    <message>
        <source>AdamW&apos;s memory of the mean gradient.</source>
        <translation>AdamW 对平均梯度的记忆。</translation>
    </message>
    <message>
        <source>AdamW&apos;s memory of the mean squared gradient.</source>
        <translation>AdamW 对平均平方梯度的记忆。</translation>
    </message>
    <message>
        <source>The decay of what AdamW takes.</source>
        <translation>由 AdamW 处理的部分的衰减。</translation>
    </message>
    <message>
        <source>Of the Newton-Schulz polynomial a x + b x^3 + c x^5.</source>
        <translation>Newton-Schulz 多项式 a x + b x^3 + c x^5 的系数。</translation>
    </message>
    <message>
        <source>Of the Newton-Schulz polynomial.</source>
        <translation>Newton-Schulz 多项式的系数。</translation>
    </message>
    <message>
        <source>Muon&apos;s exclude_layers</source>
        <translation>Muon 的 exclude_layers</translation>
    </message>
    <message>
        <source>Adam with Nesterov momentum: looks one step ahead.</source>
        <translation>带 Nesterov 动量的 Adam：先行一步。</translation>
    </message>
    <message>
        <source>Divides every gradient by the root of its running mean square.</source>
        <translation>把每个梯度除以其均方移动平均的平方根。</translation>
    </message>
    <message>
        <source>How much of the last step&apos;s direction is kept; 0 is none.</source>
        <translation>保留上一步方向的程度；0 表示不保留。</translation>
    </message>
    <message>
        <source>Divides by the gradient&apos;s deviation in place of its size; a little more work.</source>
        <translation>除以梯度的标准差而不是大小；计算量略多。</translation>
    </message>
    <message>
        <source>Stochastic gradient descent, with momentum where it is set.</source>
        <translation>随机梯度下降，可带动量。</translation>
    </message>
    <message>
        <source>How much of the last step&apos;s direction is kept; 0.9 is usual, 0 is plain descent.</source>
        <translation>保留上一步方向的程度；常用 0.9，0 为普通下降。</translation>
    </message>
    <message>
        <source>Looks one momentum step ahead before it corrects; needs momentum above 0.</source>
        <translation>修正之前先行一步动量；需要 momentum 大于 0。</translation>
    </message>
    <message>
        <source>Memory of the mean squared gradient, a step.</source>
        <translation>平均平方梯度每步的记忆。</translation>
    </message>
    <message>
        <source>Keeps the divisor from 0, so that a tiny gradient makes no huge step.</source>
        <translation>使除数不为 0，避免极小的梯度造成极大的步。</translation>
    </message>
    <message>
        <source>Pulls every weight towards 0: the rate times this much of it is taken away, whatever its gradient.</source>
        <translation>把每个权重拉向 0：减去它乘以学习率的这一倍数，与梯度无关。</translation>
    </message>
    <message>
        <source>The update of {optimizer} was added before its step count.</source>
        <translation>{optimizer} 的更新在其步数之前加入。</translation>
    </message>
    <message>
        <source>regular expressions with commas between, such as bias$</source>
        <translation>用逗号分隔的正则表达式，例如 bias$</translation>
    </message>
    <message>
        <source>{kind} &quot;{name}&quot;</source>
        <translation>{kind}“{name}”</translation>
    </message>
    <message>
        <source>no {kind} of that name</source>
        <translation>没有这个名称的{kind}</translation>
    </message>
    <message>
        <source>Steps over which the rate first rises from 0 along a line; the schedule begins after.</source>
        <translation>学习率从 0 线性上升的步数；之后才开始调度。</translation>
    </message>
    <message>
        <source>The same rate at every step.</source>
        <translation>每一步学习率相同。</translation>
    </message>
    <message>
        <source>How much longer every descent is than the one before.</source>
        <translation>每次下降比前一次长多少倍。</translation>
    </message>
    <message>
        <source>How much lower every descent begins than the one before.</source>
        <translation>每次下降的起点比前一次低多少。</translation>
    </message>
    <message>
        <source>The part of all steps over which the rate rises from 0.</source>
        <translation>学习率从 0 上升所占总步数的比例。</translation>
    </message>
    <message>
        <source>The lowest rate, as a share of the highest.</source>
        <translation>最低学习率，以最高学习率的比例计。</translation>
    </message>
    <message>
        <source>How much of the steps after the warm-up the descent takes; with restarts, the first one.</source>
        <translation>下降占预热之后步数的比例；带重启时为第一次。</translation>
    </message>
    <message>
        <source>After each descent, begins again at the top.</source>
        <translation>每次下降之后重新从顶部开始。</translation>
    </message>
    <message>
        <source>Falls by the same share at every step.</source>
        <translation>每一步按相同比例下降。</translation>
    </message>
    <message>
        <source>What the rate is multiplied by over the span.</source>
        <translation>学习率在整个区间上乘以的系数。</translation>
    </message>
    <message>
        <source>The span: the part of all steps over which the rate falls by decay_rate.</source>
        <translation>区间：学习率按 decay_rate 下降一次所占总步数的比例。</translation>
    </message>
    <message>
        <source>Falls only at the end of each span.</source>
        <translation>只在每个区间结束时下降。</translation>
    </message>
    <message>
        <source>Inverse time</source>
        <translation>时间反比</translation>
    </message>
    <message>
        <source>Falls fast at first and ever more slowly, as one over time.</source>
        <translation>先快后慢地下降，与时间成反比。</translation>
    </message>
    <message>
        <source>After one span the rate is divided by 1 plus this.</source>
        <translation>一个区间之后，学习率除以 1 加上它。</translation>
    </message>
    <message>
        <source>The span, as a part of all steps.</source>
        <translation>区间，占总步数的比例。</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>单周期</translation>
    </message>
    <message>
        <source>Rises to the rate over the first part of the run, then falls to almost nothing.</source>
        <translation>在运行的前一部分升到学习率，再降到几乎为零。</translation>
    </message>
    <message>
        <source>The part of all steps that the rise takes.</source>
        <translation>上升所占总步数的比例。</translation>
    </message>
    <message>
        <source>The first rate is the peak divided by this.</source>
        <translation>初始学习率为峰值除以它。</translation>
    </message>
    <message>
        <source>The last rate is the first one divided by this.</source>
        <translation>最终学习率为初始学习率除以它。</translation>
    </message>
    <message>
        <source>values of the piecewise schedule</source>
        <translation>piecewise 调度的 values</translation>
    </message>
    <message>
        <source>numbers from 0, such as 1 0.1 0.01</source>
        <translation>从 0 起的数，例如 1 0.1 0.01</translation>
    </message>
    <message>
        <source>Piecewise constant</source>
        <translation>分段常数</translation>
    </message>
    <message>
        <source>Jumps from one rate to the next at chosen points of the run.</source>
        <translation>在运行的选定位置从一个学习率跳到下一个。</translation>
    </message>
    <message>
        <source>The rate before the first jump, between and after, as factors of the learning rate: one more than boundaries.</source>
        <translation>第一次跳变之前、各次之间和之后的学习率，以学习率的倍数计：比 boundaries 多一个。</translation>
    </message>
    <message>
        <source>{size} factors, one more than boundaries</source>
        <translation>{size} 个系数，比 boundaries 多一个</translation>
    </message>
    <message>
        <source>boundaries of the piecewise schedule</source>
        <translation>piecewise 调度的 boundaries</translation>
    </message>
    <message>
        <source>another order</source>
        <translation>其他顺序</translation>
    </message>
    <message>
        <source>Falls along a straight line, or a power of it, to the last rate.</source>
        <translation>沿直线或其幂下降到最终学习率。</translation>
    </message>
    <message>
        <source>The rate at the end of the span.</source>
        <translation>区间结束时的学习率。</translation>
    </message>
    <message>
        <source>1 is a straight line, 2 a parabola that falls fast at first.</source>
        <translation>1 为直线，2 为先快后慢的抛物线。</translation>
    </message>
    <message>
        <source>The span: the part of all steps that the fall takes.</source>
        <translation>区间：下降所占总步数的比例。</translation>
    </message>
    <message>
        <source>After the span, falls again from higher up in place of staying at the last rate.</source>
        <translation>区间之后从较高处再次下降，而不是停在最终学习率。</translation>
    </message>
    <message>
        <source>Falls by the same factor at even distances.</source>
        <translation>每隔相同的距离按相同系数下降。</translation>
    </message>
    <message>
        <source>The part of all steps from one fall to the next.</source>
        <translation>相邻两次下降之间占总步数的比例。</translation>
    </message>
    <message>
        <source>What the rate is multiplied by at each fall.</source>
        <translation>每次下降时学习率乘以的系数。</translation>
    </message>
    <message>
        <source>The run failed before it had weights.</source>
        <translation>运行在有权重之前就失败了。</translation>
    </message>
    <message>
        <source>A callback asked for a checkpoint, and the run has no folder to write to.</source>
        <translation>回调请求保存检查点，而此运行没有可写的文件夹。</translation>
    </message>
    <message>
        <source>The learning rate stays at {rate}: {wanted} is no rate.</source>
        <translation>学习率保持为 {rate}：{wanted} 不是学习率。</translation>
    </message>
    <message>
        <source>The schedule&apos;s rate is 0 at this step, so it cannot be scaled to {rate}.</source>
        <translation>调度在这一步的学习率为 0，无法缩放到 {rate}。</translation>
    </message>
    <message>
        <source>Training stopped after step {step}: &quot;{culprit}&quot; holds values that are not finite. No checkpoint was written over the last good one. Lower the learning rate.</source>
        <translation>训练在第 {step} 步之后停止：“{culprit}”中有非有限的值。没有覆盖上一个完好的检查点。请降低学习率。</translation>
    </message>
    <message>
        <source>Stopped after step {step}.</source>
        <translation>在第 {step} 步之后停止。</translation>
    </message>
    <message>
        <source>Stopped after step {step}. It stood {place}.</source>
        <translation>在第 {step} 步之后停止。此前停在：{place}。</translation>
    </message>
    <message>
        <source>There is not enough memory for this network. Choose a smaller batch.</source>
        <translation>内存不足以容纳此网络。请减小批大小。</translation>
    </message>
    <message>
        <source>The device {name} has no instructions for {precision}: values are kept so and computed in float32, which saves memory and takes longer.</source>
        <translation>设备 {name} 没有 {precision} 指令：值以此保存，而以 float32 计算，节省内存但用时更长。</translation>
    </message>
    <message>
        <source>The checkpoint is of another data set or batch size: it was at step {step} of an epoch, and an epoch has {count} now.</source>
        <translation>检查点属于其他数据集或批大小：它位于一轮的第 {step} 步，而现在一轮有 {count} 步。</translation>
    </message>
    <message>
        <source>The data ended in the middle of an epoch.</source>
        <translation>数据在一轮途中结束。</translation>
    </message>
    <message>
        <source>{data_bytes} bytes of pixels and {batch} labels</source>
        <translation>{data_bytes} 字节的像素和 {batch} 个标签</translation>
    </message>
    <message>
        <source>{bytes} bytes and {elements}</source>
        <translation>{bytes} 字节和 {elements} 个</translation>
    </message>
    <message>
        <source>the optimizer&apos;s options</source>
        <translation>优化器选项</translation>
    </message>
    <message>
        <source>Brings every number of a gradient between -this and this; 0 does not.</source>
        <translation>把梯度的每个数限制在 -它 与 它 之间；0 表示不限制。</translation>
    </message>
    <message>
        <source>Shortens the gradient of each weight tensor to this length; 0 does not.</source>
        <translation>把每个权重张量的梯度缩短到这一长度；0 表示不缩短。</translation>
    </message>
    <message>
        <source>Shortens all gradients together to this length, keeping their direction; 0 does not.</source>
        <translation>把所有梯度一起缩短到这一长度，方向不变；0 表示不缩短。</translation>
    </message>
    <message>
        <source>Steps whose gradients make one update: as a batch so many times larger, in the memory of one.</source>
        <translation>多少步的梯度合为一次更新：相当于大若干倍的批，而只占一批的内存。</translation>
    </message>
    <message>
        <source>Weights that no decay pulls at, such as bias$, gamma: regular expressions that are found in the weight&apos;s name, commas between.</source>
        <translation>不受衰减影响的权重，例如 bias$、gamma：在权重名称中查找的正则表达式，用逗号分隔。</translation>
    </message>
    <message>
        <source>Keeps a moving average of the weights; validation, evaluation and predictions use it.</source>
        <translation>保留权重的移动平均；验证、评估和预测使用它。</translation>
    </message>
    <message>
        <source>How much of the average is kept at an update.</source>
        <translation>每次更新时保留平均值的程度。</translation>
    </message>
    <message>
        <source>Puts the average in the place of the weights at every so many updates; 0 never does.</source>
        <translation>每隔多少次更新用平均值替换权重；0 表示从不。</translation>
    </message>
    <message>
        <source>Only one of clipvalue, clipnorm and global_clipnorm can be above 0: set the others to 0.</source>
        <translation>clipvalue、clipnorm 和 global_clipnorm 只能有一个大于 0：请把其余设为 0。</translation>
    </message>
    <message>
        <source>The network has nothing to train: add a layer with weights, such as Dense or Conv2D.</source>
        <translation>网络没有可训练的内容：请添加带权重的层，例如 Dense 或 Conv2D。</translation>
    </message>
    <message>
        <source>{least} or more</source>
        <translation>{least} 或以上</translation>
    </message>
    <message>
        <source>{owner} has no property &quot;{key}&quot;; it has none.</source>
        <translation>{owner} 没有属性“{key}”；它没有任何属性。</translation>
    </message>
    <message>
        <source>{owner} has no property &quot;{key}&quot;; it has {known}.</source>
        <translation>{owner} 没有属性“{key}”；它有 {known}。</translation>
    </message>
    <message>
        <source>{thing}: {fault}.</source>
        <translation>{thing}：{fault}。</translation>
    </message>
    <message>
        <source>The data set holds no training samples.</source>
        <translation>数据集没有训练样本。</translation>
    </message>
    <message>
        <source>The number of epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>The number of threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>The memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>The shuffle buffer</source>
        <translation>打乱缓冲区</translation>
    </message>
    <message>
        <source>The number of loader workers</source>
        <translation>加载线程数</translation>
    </message>
    <message>
        <source>The learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The recipe&apos;s batch of {batch} is larger than the training set of {count} samples: it is {fitting} here, with the rates that go with it.</source>
        <translation>训练配方的批大小 {batch} 大于训练集的 {count} 个样本：此处改用批大小 {fitting} 及相应的学习率。</translation>
    </message>
    <message>
        <source>There is no augmentation called &quot;{type}&quot;.</source>
        <translation>没有名为“{type}”的数据增强。</translation>
    </message>
    <message>
        <source>The precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Wrote {path} ({records} records, {bytes} bytes).</source>
        <translation>已写入 {path}（{records} 条记录，{bytes} 字节）。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>{layer} ({type}, frozen)</source>
        <translation>{layer}（{type}，已冻结）</translation>
    </message>
    <message>
        <source>{layer} ({type})</source>
        <translation>{layer} ({type})</translation>
    </message>
    <message>
        <source>Parameters:</source>
        <translation>参数：</translation>
    </message>
    <message>
        <source>Trainable:</source>
        <translation>可训练：</translation>
    </message>
    <message>
        <source>Non-trainable:</source>
        <translation>不可训练：</translation>
    </message>
    <message>
        <source>Bypassed: {layers}</source>
        <translation>已旁路：{layers}</translation>
    </message>
    <message>
        <source>One training step of {batch}: {memory} of memory, {work} GFLOP, about {time} ms</source>
        <translation>批大小 {batch} 的一步训练：内存 {memory}，{work} GFLOP，约 {time} 毫秒</translation>
    </message>
    <message>
        <source>One training step of {batch}: {memory} of memory, {work} GFLOP</source>
        <translation>批大小 {batch} 的一步训练：内存 {memory}，{work} GFLOP</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>{split}: {count} samples</source>
        <translation>{split}：{count} 个样本</translation>
    </message>
    <message>
        <source>all of {data}: {count} samples</source>
        <translation>{data} 的全部：{count} 个样本</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑值</translation>
    </message>
    <message>
        <source>The loss falls fastest at {rate}: train with --lr {rate}.</source>
        <translation>损失在 {rate} 处下降最快：可用 --lr {rate} 训练。</translation>
    </message>
    <message>
        <source>The loss did not fall at any of these rates. Search others with --from and --to.</source>
        <translation>损失在这些学习率下都没有下降。请用 --from 和 --to 搜索其他学习率。</translation>
    </message>
    <message>
        <source>{sentence} `{command} --help` lists what there is.</source>
        <translation>{sentence}`{command} --help` 列出可用内容。</translation>
    </message>
    <message>
        <source>Something unforeseen went wrong: {reason}</source>
        <translation>发生了意外错误：{reason}</translation>
    </message>
    <message>
        <source>Say what to {verb}: a project file, --template NAME (--templates lists them) or --resume RUN.</source>
        <translation>请指明要{verb}的内容：项目文件、--template NAME（--templates 列出所有模板）或 --resume RUN。</translation>
    </message>
    <message>
        <source>The learning rate is {rate} from here on.</source>
        <translation>学习率从此为 {rate}。</translation>
    </message>
    <message>
        <source>Epoch {epoch}/{epochs}</source>
        <translation>第 {epoch}/{epochs} 轮</translation>
    </message>
    <message>
        <source>{owner} has no &quot;{key}&quot;; it has {known}.</source>
        <translation>{owner} 没有“{key}”；它有 {known}。</translation>
    </message>
    <message>
        <source>{known} (default adam)</source>
        <translation>{known}（默认 adam）</translation>
    </message>
    <message>
        <source>{known} (default constant)</source>
        <translation>{known}（默认 constant）</translation>
    </message>
    <message>
        <source>{known}, with properties: early_stopping:patience=3,restore_best_weights=true (repeatable); none takes a project&apos;s away</source>
        <translation>{known}，可带属性：early_stopping:patience=3,restore_best_weights=true（可重复）；none 去掉项目中的</translation>
    </message>
    <message>
        <source>No validation: the data has no split for it (--val-fraction 0.1 would hold out a tenth).</source>
        <translation>没有验证：数据没有相应的划分（--val-fraction 0.1 会留出十分之一）。</translation>
    </message>
    <message>
        <source>Going on after step {step}</source>
        <translation>从第 {step} 步之后继续</translation>
    </message>
    <message>
        <source>Run folder: {path}</source>
        <translation>运行文件夹：{path}</translation>
    </message>
    <message>
        <source>Finished in {time}. The weights are in {path}</source>
        <translation>用时 {time} 完成。权重在 {path} 中</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>{count} checks on {device}, {failed} failed.</source>
        <translation>在 {device} 上检查了 {count} 项，{failed} 项失败。</translation>
    </message>
    <message>
        <source>The JPEG file is corrupt ({reason}).</source>
        <translation>JPEG 文件已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>{path} can no longer be written: {reason}.</source>
        <translation>无法再写入 {path}：{reason}。</translation>
    </message>
    <message>
        <source>The images are from {least} to {most} pixels and are stretched to {size}, their usual size. To choose, add ?{setting} to the data set (or fit, or stretch).</source>
        <translation>图像从 {least} 到 {most} 像素不等，将拉伸到通常的尺寸 {size}。如需选择，请在数据集后加上 ?{setting}（或 fit、stretch）。</translation>
    </message>
    <message>
        <source>nearest, linear, cubic, lanczos3, lanczos5 or average</source>
        <translation>nearest、linear、cubic、lanczos3、lanczos5 或 average</translation>
    </message>
    <message>
        <source>The shape {shape}</source>
        <translation>形状 {shape}</translation>
    </message>
    <message>
        <source>a number of values that can be counted</source>
        <translation>可以计数的值的个数</translation>
    </message>
    <message>
        <source>more than 64 bits hold</source>
        <translation>超出 64 位所能表示的个数</translation>
    </message>
    <message>
        <source>Make its extents smaller.</source>
        <translation>请减小其各维度。</translation>
    </message>
    <message>
        <source>standard: mean 0 and deviation 1; minmax: 0 to 1. Fitted on the training rows, applied to all. Networks learn badly from columns of very different sizes.</source>
        <translation>standard：均值 0，标准差 1；minmax：0 到 1。按训练行拟合，应用于所有行。各列大小悬殊时，网络难以学习。</translation>
    </message>
    <message>
        <source>a named pipe</source>
        <translation>命名管道</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>套接字</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>It is {kind} and no regular file.</source>
        <translation>这是{kind}，不是普通文件。</translation>
    </message>
    <message>
        <source>an HDF5 file (weights of Keras, or arrays)</source>
        <translation>HDF5 文件（Keras 权重，或数组）</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>SQLite format 3</source>
        <translation>SQLite format 3</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>gzip 压缩包</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>bzip2 压缩包</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>xz 压缩包</translation>
    </message>
    <message>
        <source>a 7z archive</source>
        <translation>7z 压缩包</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>Zstandard 压缩包</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR 压缩包</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>tar 归档</translation>
    </message>
    <message>
        <source>a NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>a Parquet file</source>
        <translation>Parquet 文件</translation>
    </message>
    <message>
        <source>an Arrow file</source>
        <translation>Arrow 文件</translation>
    </message>
    <message>
        <source>a sound or film (Ogg)</source>
        <translation>声音或影片（Ogg）</translation>
    </message>
    <message>
        <source>a sound (FLAC)</source>
        <translation>声音（FLAC）</translation>
    </message>
    <message>
        <source>a sound (MP3)</source>
        <translation>声音（MP3）</translation>
    </message>
    <message>
        <source>a sound (WAV)</source>
        <translation>声音（WAV）</translation>
    </message>
    <message>
        <source>a film or picture (MPEG-4, HEIC or AVIF)</source>
        <translation>影片或图片（MPEG-4、HEIC 或 AVIF）</translation>
    </message>
    <message>
        <source>a film (Matroska)</source>
        <translation>影片（Matroska）</translation>
    </message>
    <message>
        <source>a Python pickle</source>
        <translation>Python pickle</translation>
    </message>
    <message>
        <source>a Python script</source>
        <translation>Python 脚本</translation>
    </message>
    <message>
        <source>a Jupyter notebook</source>
        <translation>Jupyter 笔记本</translation>
    </message>
    <message>
        <source>a shell script</source>
        <translation>shell 脚本</translation>
    </message>
    <message>
        <source>an R script</source>
        <translation>R 脚本</translation>
    </message>
    <message>
        <source>a MATLAB script</source>
        <translation>MATLAB 脚本</translation>
    </message>
    <message>
        <source>a JavaScript file</source>
        <translation>JavaScript 文件</translation>
    </message>
    <message>
        <source>source code</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>an XML file</source>
        <translation>XML 文件</translation>
    </message>
    <message>
        <source>a drawing (SVG)</source>
        <translation>矢量图（SVG）</translation>
    </message>
    <message>
        <source>a YAML file</source>
        <translation>YAML 文件</translation>
    </message>
    <message>
        <source>a TOML file</source>
        <translation>TOML 文件</translation>
    </message>
    <message>
        <source>a settings file</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>a log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>a text (Markdown)</source>
        <translation>文本（Markdown）</translation>
    </message>
    <message>
        <source>a protobuf text</source>
        <translation>protobuf 文本</translation>
    </message>
    <message>
        <source>a text (LaTeX)</source>
        <translation>文本（LaTeX）</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON 行</translation>
    </message>
    <message>
        <source>a JSON file</source>
        <translation>JSON 文件</translation>
    </message>
    <message>
        <source>an ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>a TensorFlow graph</source>
        <translation>TensorFlow 计算图</translation>
    </message>
    <message>
        <source>a TensorFlow Lite model</source>
        <translation>TensorFlow Lite 模型</translation>
    </message>
    <message>
        <source>a PyTorch file</source>
        <translation>PyTorch 文件</translation>
    </message>
    <message>
        <source>a checkpoint of another program</source>
        <translation>其他程序的检查点</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>Excel 工作簿</translation>
    </message>
    <message>
        <source>a Keras model</source>
        <translation>Keras 模型</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>ZIP 压缩包</translation>
    </message>
    <message>
        <source>a MATLAB file</source>
        <translation>MATLAB 文件</translation>
    </message>
    <message>
        <source>a Tensorloom project</source>
        <translation>Tensorloom 项目</translation>
    </message>
    <message>
        <source>a script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>an XML or HTML file</source>
        <translation>XML 或 HTML 文件</translation>
    </message>
    <message>
        <source>a checkpoint (safetensors)</source>
        <translation>检查点（safetensors）</translation>
    </message>
    <message>
        <source>an image ({format})</source>
        <translation>图像（{format}）</translation>
    </message>
    <message>
        <source>an IDX file, as MNIST&apos;s</source>
        <translation>IDX 文件，如 MNIST 的文件</translation>
    </message>
    <message>
        <source>a batch of CIFAR-10</source>
        <translation>CIFAR-10 的一个批文件</translation>
    </message>
    <message>
        <source>a file of a kind that is not known here</source>
        <translation>未知种类的文件</translation>
    </message>
    <message>
        <source>a file that cannot be read</source>
        <translation>无法读取的文件</translation>
    </message>
    <message>
        <source>The GIF file is cut short: its end is missing.</source>
        <translation>GIF 文件被截断：缺少结尾。</translation>
    </message>
    <message>
        <source>The GIF file is corrupt ({reason}).</source>
        <translation>GIF 文件已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>The GIF file is corrupt.</source>
        <translation>GIF 文件已损坏。</translation>
    </message>
    <message>
        <source>The GIF file holds no picture.</source>
        <translation>GIF 文件中没有图片。</translation>
    </message>
    <message>
        <source>The GIF file is corrupt: it has no colours.</source>
        <translation>GIF 文件已损坏：没有颜色。</translation>
    </message>
    <message>
        <source>The GIF file is corrupt: its picture has no size.</source>
        <translation>GIF 文件已损坏：图片没有尺寸。</translation>
    </message>
    <message>
        <source>It says to be {size} pixels, more than are read.</source>
        <translation>它声称有 {size} 像素，超出可读取的大小。</translation>
    </message>
    <message>
        <source>The GIF file is cut short: it ends within its header.</source>
        <translation>GIF 文件被截断：在文件头内就结束了。</translation>
    </message>
    <message>
        <source>The GIF file is cut short: its picture is missing.</source>
        <translation>GIF 文件被截断：缺少图片。</translation>
    </message>
    <message>
        <source>The GIF file is corrupt: its header is damaged.</source>
        <translation>GIF 文件已损坏：文件头有误。</translation>
    </message>
    <message>
        <source>Images of this kind (HEIC, AVIF) are not read; convert it to PNG or JPEG.</source>
        <translation>不支持读取这种图像（HEIC、AVIF）；请转换为 PNG 或 JPEG。</translation>
    </message>
    <message>
        <source>It is no JPEG, PNG, BMP, GIF, WebP or TIFF image.</source>
        <translation>这不是 JPEG、PNG、BMP、GIF、WebP 或 TIFF 图像。</translation>
    </message>
    <message>
        <source>Width and height that every image is brought to, for training and all that is shown.</source>
        <translation>所有图像统一到的宽和高，用于训练和一切显示。</translation>
    </message>
    <message>
        <source>stretch changes the proportions; fit keeps the whole image and adds black bars; fill keeps the proportions and cuts off what is too much, from both sides alike.</source>
        <translation>stretch 改变比例；fit 保留整张图像并加黑边；fill 保持比例，并从两侧裁去多余部分。</translation>
    </message>
    <message>
        <source>How pixels are made from others; auto takes the mean of areas where an image gets smaller, and is bilinear otherwise.</source>
        <translation>如何由其他像素得到像素；auto 在缩小时取区域均值，否则用双线性插值。</translation>
    </message>
    <message>
        <source>The images&apos; setting {key}</source>
        <translation>图像的设置项 {key}</translation>
    </message>
    <message>
        <source>&quot;{said}&quot;</source>
        <translation>&quot;{said}&quot;</translation>
    </message>
    <message>
        <source>Write size=224x224.</source>
        <translation>请写 size=224x224。</translation>
    </message>
    <message>
        <source>The settings size, resize and filter</source>
        <translation>设置项 size、resize 和 filter</translation>
    </message>
    <message>
        <source>a data set of images</source>
        <translation>图像数据集</translation>
    </message>
    <message>
        <source>Its file cannot be opened any more: {reason}.</source>
        <translation>已无法打开其文件：{reason}。</translation>
    </message>
    <message>
        <source>The column that is to be learned.</source>
        <translation>要学习的列。</translation>
    </message>
    <message>
        <source>The column that says train, validation or test for each row.</source>
        <translation>指明每行属于 train、validation 或 test 的列。</translation>
    </message>
    <message>
        <source>Columns that are no input, such as a row&apos;s number.</source>
        <translation>不作为输入的列，例如行号。</translation>
    </message>
    <message>
        <source>JPEG, PNG, BMP, GIF, WebP or TIFF images in one sub-folder for each class</source>
        <translation>每个类别一个子文件夹，其中有 JPEG、PNG、BMP、GIF、WebP 或 TIFF 图像</translation>
    </message>
    <message>
        <source>Listing the files: {count}</source>
        <translation>正在列出文件：{count}</translation>
    </message>
    <message>
        <source>JPEG, PNG, BMP, GIF, WebP or TIFF, one sub-folder for each class; train, val and test folders are understood.</source>
        <translation>JPEG、PNG、BMP、GIF、WebP 或 TIFF，每个类别一个子文件夹；可识别 train、val 和 test 文件夹。</translation>
    </message>
    <message>
        <source>Open it as a project; the data set it names comes with it.</source>
        <translation>请作为项目打开；其中指明的数据集会一同打开。</translation>
    </message>
    <message>
        <source>Open it as a checkpoint: it holds a network and its weights.</source>
        <translation>请作为检查点打开：其中有网络及其权重。</translation>
    </message>
    <message>
        <source>Give the folder whose sub-folders hold the images of each class.</source>
        <translation>请给出其子文件夹存放各类别图像的文件夹。</translation>
    </message>
    <message>
        <source>Give the folder that it lies in.</source>
        <translation>请给出它所在的文件夹。</translation>
    </message>
    <message>
        <source>If it holds rows of numbers, name the kind: csv:FILE.</source>
        <translation>如果其中是数值行，请指明种类：csv:FILE。</translation>
    </message>
    <message>
        <source>a folder, or a regular file</source>
        <translation>文件夹或普通文件</translation>
    </message>
    <message>
        <source>a data set, which is a folder or a file whose name ends in {endings}</source>
        <translation>数据集，即文件夹，或名称以 {endings} 结尾的文件</translation>
    </message>
    <message>
        <source>one of size, resize, filter</source>
        <translation>size、resize、filter 之一</translation>
    </message>
    <message>
        <source>less than 2 GiB</source>
        <translation>小于 2 GiB</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is no Tensorloom project: it is {what}.</source>
        <translation>“{path}”不是 Tensorloom 项目：它是{what}。</translation>
    </message>
    <message>
        <source>Resizing cannot both cut the image and pad it</source>
        <translation>Resizing 不能既裁剪又填充图像</translation>
    </message>
    <message>
        <source>Only cut</source>
        <translation>只裁剪</translation>
    </message>
    <message>
        <source>Only pad</source>
        <translation>只填充</translation>
    </message>
    <message>
        <source>crop_to_aspect_ratio and pad_to_aspect_ratio exclude each other.</source>
        <translation>crop_to_aspect_ratio 与 pad_to_aspect_ratio 互斥。</translation>
    </message>
    <message>
        <source>Brings an image to a height and width, whatever it had.</source>
        <translation>把图像变为指定的高和宽，无论原来多大。</translation>
    </message>
    <message>
        <source>Rows of the result.</source>
        <translation>结果的行数。</translation>
    </message>
    <message>
        <source>Columns of the result.</source>
        <translation>结果的列数。</translation>
    </message>
    <message>
        <source>How pixels are made from others.</source>
        <translation>如何由其他像素得到像素。</translation>
    </message>
    <message>
        <source>Keeps the proportions: cuts off what is too much, at both sides.</source>
        <translation>保持比例：裁去两侧多余的部分。</translation>
    </message>
    <message>
        <source>Keeps the proportions: adds bars at both sides.</source>
        <translation>保持比例：在两侧加边。</translation>
    </message>
    <message>
        <source>The value of the bars.</source>
        <translation>所加边的值。</translation>
    </message>
    <message>
        <source>Takes more pixels into account where the image gets smaller, so that nothing flickers.</source>
        <translation>图像缩小时计入更多像素，避免闪烁。</translation>
    </message>
    <message>
        <source>Its output would be {shape}, more than any memory holds</source>
        <translation>其输出为 {shape}，超出任何内存</translation>
    </message>
    <message>
        <source>Nothing is built for it; make the layer&apos;s numbers smaller.</source>
        <translation>不会为它构建任何内容；请减小该层的数值。</translation>
    </message>
    <message>
        <source>The images are from {least} to {most} pixels</source>
        <translation>图像从 {least} 到 {most} 像素不等</translation>
    </message>
    <message>
        <source>All are stretched to {size}, their usual size; choose what fits your network.</source>
        <translation>全部拉伸到通常的尺寸 {size}；请选择适合网络的方式。</translation>
    </message>
    <message>
        <source>Crop to {size}</source>
        <translation>裁剪到 {size}</translation>
    </message>
    <message>
        <source>Fit into {size}</source>
        <translation>适应到 {size}</translation>
    </message>
    <message>
        <source>Stretch to {size}</source>
        <translation>拉伸到 {size}</translation>
    </message>
    <message>
        <source>a weight that a memory can hold</source>
        <translation>内存容得下的权重</translation>
    </message>
    <message>
        <source>Make the layer&apos;s numbers smaller.</source>
        <translation>请减小该层的数值。</translation>
    </message>
    <message>
        <source>width and height in pixels, each from 1 to {most}</source>
        <translation>以像素计的宽和高，各为 1 到 {most}</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>{count} rows</source>
        <translation>{count} 行</translation>
    </message>
    <message>
        <source>1 image</source>
        <translation>1 张图像</translation>
    </message>
    <message>
        <source>{count} images</source>
        <translation>{count} 张图像</translation>
    </message>
    <message>
        <source>{shown} and {count} more</source>
        <translation>{shown}，另有 {count} 个</translation>
    </message>
    <message>
        <source>{shown}</source>
        <translation>{shown}</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>... and {count} more; --json lists all</source>
        <translation>… 另有 {count} 列；--json 列出全部</translation>
    </message>
    <message>
        <source>red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>Pixels, {channel}:</source>
        <translation>像素，{channel}：</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>mean {mean}, deviation {deviation}</source>
        <translation>均值 {mean}，标准差 {deviation}</translation>
    </message>
    <message>
        <source>{width}×{height} ({count})</source>
        <translation>{width}×{height} ({count})</translation>
    </message>
    <message>
        <source>Sizes:</source>
        <translation>尺寸：</translation>
    </message>
    <message>
        <source>{name}: {shape}, {labels}</source>
        <translation>{name}: {shape}, {labels}</translation>
    </message>
    <message>
        <source>labels are numbers</source>
        <translation>标签是数</translation>
    </message>
    <message>
        <source>{count} {count|class|classes}</source>
        <translation>{count} 个类别</translation>
    </message>
    <message>
        <source>{split}:</source>
        <translation>{split}:</translation>
    </message>
    <message>
        <source>{name} ({count})</source>
        <translation>{name} ({count})</translation>
    </message>
    <message>
        <source>Classes:</source>
        <translation>类别：</translation>
    </message>
    <message>
        <source>none among the training items</source>
        <translation>训练样本中没有重复</translation>
    </message>
    <message>
        <source>{items} are there more than once ({groups} {groups|group|groups}, {count} with different labels)</source>
        <translation>{items}出现不止一次（{groups} 组，{count} 个标签不同）</translation>
    </message>
    <message>
        <source>Leaks:</source>
        <translation>泄漏：</translation>
    </message>
    <message>
        <source>none: no item of another split is a training item</source>
        <translation>没有：其他划分的样本都不是训练样本</translation>
    </message>
    <message>
        <source>{items} of {split} are training items too; the first: {item} = {other}</source>
        <translation>{split} 中有 {items}也是训练样本；第一个：{item} = {other}</translation>
    </message>
    <message>
        <source>Insert Conv2D with {count} filters of 1×1</source>
        <translation>插入 {count} 个 1×1 滤波器的 Conv2D</translation>
    </message>
    <message>
        <source>Insert Conv2D with {count} filters of 1×1, stride {stride}</source>
        <translation>插入 {count} 个 1×1 滤波器的 Conv2D，步幅 {stride}</translation>
    </message>
    <message>
        <source>Set {property} of {layer} to {value}</source>
        <translation>把 {layer} 的 {property} 设为 {value}</translation>
    </message>
    <message>
        <source>The result of “{layer}” went through {activation} already</source>
        <translation>“{layer}”的结果已经过 {activation}</translation>
    </message>
    <message>
        <source>The second one changes nothing.</source>
        <translation>第二次不起任何作用。</translation>
    </message>
    <message>
        <source>Twice in a row it flattens the values, and little is learned.</source>
        <translation>连续两次会使值变平，难以学到东西。</translation>
    </message>
    <message>
        <source>{loss} takes raw scores or a {fitting}, and gets a {activation} from “{layer}”</source>
        <translation>{loss} 接受原始得分或 {fitting}，而得到来自“{layer}”的 {activation}</translation>
    </message>
    <message>
        <source>A softmax of one score is always 1, so nothing is learned.</source>
        <translation>单个得分的 softmax 总是 1，因此学不到任何东西。</translation>
    </message>
    <message>
        <source>The scores would be squeezed twice, and little is learned.</source>
        <translation>得分会被压缩两次，难以学到东西。</translation>
    </message>
    <message>
        <source>Duplicates:</source>
        <translation>重复：</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>{what} takes {wanted} of memory, and {available} can be had on this machine.</source>
        <translation>{what}需要 {wanted} 内存，而本机可用 {available}。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>几何</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>This network&apos;s plan</source>
        <translation>此网络的计划</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>这次运行</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>its data_shape</source>
        <translation>其 data_shape</translation>
    </message>
    <message>
        <source>1 to 8 extents from 1, of a sample</source>
        <translation>一个样本的 1 到 8 个维度，均不小于 1</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is nested more than {levels} levels deep, which no file of Tensorloom is. Use another copy of it.</source>
        <translation>“{path}”的嵌套超过 {levels} 层，Tensorloom 的文件不会如此。请使用另一份副本。</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>Huber</source>
        <translation>Huber</translation>
    </message>
    <message>
        <source>log-cosh</source>
        <translation>log-cosh</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>泊松</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>backwards</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Regularisation</source>
        <translation>正则化</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>volume</source>
        <translation>体数据</translation>
    </message>
    <message>
        <source>A copy of the network&apos;s weights</source>
        <translation>网络权重的副本</translation>
    </message>
    <message>
        <source>{layer}: {sentence}</source>
        <translation>{layer}: {sentence}</translation>
    </message>
    <message>
        <source>AllFinite&apos;s sizes</source>
        <translation>AllFinite 的 sizes</translation>
    </message>
    <message>
        <source>Chooses its own step sizes from those of its last steps; at a rate of 1, by them alone.</source>
        <translation>由最近各步自行选择步长；学习率为 1 时完全如此。</translation>
    </message>
    <message>
        <source>How fast momentum warms up to beta_1; 0.004 is what PyTorch has.</source>
        <translation>动量升到 beta_1 的快慢；0.004 与 PyTorch 相同。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s epsilon, in the place that PyTorch gives it; 0: Keras&apos;s, in Keras&apos;s place.</source>
        <translation>PyTorch 的 epsilon，位于 PyTorch 的位置；0：使用 Keras 的 epsilon 及其位置。</translation>
    </message>
    <message>
        <source>Off: the decay is added to the gradient instead, as PyTorch does where it is not asked otherwise, and passes through the running means.</source>
        <translation>关闭：衰减改为加到梯度上，如 PyTorch 的默认做法，并经过移动平均。</translation>
    </message>
    <message>
        <source>Gathers gradients and not steps, as PyTorch does: a new rate then counts at once for all that was gathered before.</source>
        <translation>累积梯度而不是步，如 PyTorch：新的学习率立即作用于之前累积的一切。</translation>
    </message>
    <message>
        <source>The same in epochs, where warmup_steps is 0.</source>
        <translation>以轮数计的同一设置，在 warmup_steps 为 0 时使用。</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>After which points of the run the rate jumps, from the first to the last.</source>
        <translation>学习率在运行的哪些位置之后跳变，从前到后。</translation>
    </message>
    <message>
        <source>What the boundaries count: percent of the run, steps or epochs.</source>
        <translation>boundaries 的计量：运行的百分比、步数或轮数。</translation>
    </message>
    <message>
        <source>numbers from the smallest to the largest</source>
        <translation>从小到大的数</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>多项式</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>{help} Not used where {steps} or {epochs} is above 0.</source>
        <translation>{help}{steps} 或 {epochs} 大于 0 时不使用。</translation>
    </message>
    <message>
        <source>The same in steps; 0: by {epochs}.</source>
        <translation>以步数计的同一设置；0：按 {epochs}。</translation>
    </message>
    <message>
        <source>The same in epochs; 0: by {share}.</source>
        <translation>以轮数计的同一设置；0：按 {share}。</translation>
    </message>
    <message>
        <source>{fault} Not even a batch of 1 fits: make the network smaller.</source>
        <translation>{fault}批大小为 1 也放不下：请减小网络。</translation>
    </message>
    <message>
        <source>{fault} Choose a batch of {most} or fewer (it was {batch}), or a memory limit.</source>
        <translation>{fault}请选择 {most} 或更小的批大小（原为 {batch}），或设定内存上限。</translation>
    </message>
    <message>
        <source>{fault} Make the network smaller.</source>
        <translation>{fault}请减小网络。</translation>
    </message>
    <message>
        <source>the loss is nan</source>
        <translation>损失为 nan</translation>
    </message>
    <message>
        <source>the loss is infinite</source>
        <translation>损失为无穷大</translation>
    </message>
    <message>
        <source>the loss is {loss}, but its gradient is not finite</source>
        <translation>损失为 {loss}，但其梯度不是有限的数</translation>
    </message>
    <message>
        <source>{what}. {culprit}</source>
        <translation>{what}。{culprit}</translation>
    </message>
    <message>
        <source>The weights are those of the step before.</source>
        <translation>权重是上一步的。</translation>
    </message>
    <message>
        <source>The weights are those of the step before, which made &quot;{weight}&quot; too large for a number.</source>
        <translation>权重是上一步的，该步使“{weight}”大得无法表示。</translation>
    </message>
    <message>
        <source>Lower the learning rate (it was {rate}).</source>
        <translation>请降低学习率（原为 {rate}）。</translation>
    </message>
    <message>
        <source>Training stopped at step {step}: {cause}. {weights} {advice}</source>
        <translation>训练在第 {step} 步停止：{cause}。{weights}{advice}</translation>
    </message>
    <message>
        <source>{count}, as many as terms</source>
        <translation>{count} 个，与 terms 一样多</translation>
    </message>
    <message>
        <source>Wrote {path} ({bytes} bytes).</source>
        <translation>已写入 {path}（{bytes} 字节）。</translation>
    </message>
    <message>
        <source>(is {label})</source>
        <translation>（实为 {label}）</translation>
    </message>
    <message>
        <source>{item}: the scores are not numbers</source>
        <translation>{item}：得分不是数</translation>
    </message>
    <message>
        <source>Subcommands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Print this help message and exit</source>
        <translation>显示此帮助后结束</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用法</translation>
    </message>
    <message>
        <source>Positionals</source>
        <translation>位置参数</translation>
    </message>
    <message>
        <source>Excludes</source>
        <translation>互斥</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>REQUIRED</source>
        <translation>必需</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>A checkpoint at least so often, written beside the training</source>
        <translation>至少每隔这么久写一个检查点，与训练同时进行</translation>
    </message>
    <message>
        <source>{what} {reason}</source>
        <translation>{what} {reason}</translation>
    </message>
    <message>
        <source>The checkpoint {file} was not written.</source>
        <translation>检查点 {file} 没有写入。</translation>
    </message>
    <message>
        <source>The best checkpoint was not written.</source>
        <translation>最好的检查点没有写入。</translation>
    </message>
    <message>
        <source>The checkpoint was not written.</source>
        <translation>检查点没有写入。</translation>
    </message>
    <message>
        <source>A block of steps is not what it says.</source>
        <translation>一组步的内容与其说明不符。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be read.</source>
        <translation>无法读取“{path}”。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is no journal of a run.</source>
        <translation>“{path}”不是运行的日志。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; was written by a newer Tensorloom (journal version {version}; this program reads {known}). Update Tensorloom to read it.</source>
        <translation>“{path}”由更新的 Tensorloom 写入（日志版本 {version}；本程序可读取 {known}）。请更新 Tensorloom。</translation>
    </message>
    <message>
        <source>Its checksum differs.</source>
        <translation>其校验和不符。</translation>
    </message>
    <message>
        <source>The length of what stands there is wrong.</source>
        <translation>该处内容的长度有误。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is damaged at byte {byte}: what it tells ends there. {reason}</source>
        <translation>“{path}”在第 {byte} 字节处损坏：内容到此为止。{reason}</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be written: {reason}.</source>
        <translation>无法写入“{path}”：{reason}。</translation>
    </message>
    <message>
        <source>The run&apos;s journal cannot be written: {reason}. The training goes on, and writing is tried again.</source>
        <translation>无法写入运行的日志：{reason}。训练继续，并会再次尝试写入。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be replaced: {reason}.</source>
        <translation>无法替换“{path}”：{reason}。</translation>
    </message>
    <message>
        <source>{damage} A copy of it is kept beside it.</source>
        <translation>{damage}旁边保留了一份副本。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; does not describe a run of Tensorloom.</source>
        <translation>“{file}”没有描述 Tensorloom 的运行。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; was written by a newer Tensorloom (run version {version}; this program reads {known}). Update Tensorloom to read it.</source>
        <translation>“{file}”由更新的 Tensorloom 写入（运行版本 {version}；本程序可读取 {known}）。请更新 Tensorloom。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; is damaged: a field of it is not of the kind it should be.</source>
        <translation>“{file}”已损坏：其中一个字段的种类不对。</translation>
    </message>
    <message>
        <source>The run in &quot;{folder}&quot; is being trained by another program. Stop it there first, or train in another folder.</source>
        <translation>“{folder}”中的运行正由另一个程序训练。请先在那里停止，或在其他文件夹中训练。</translation>
    </message>
    <message>
        <source>The run in &quot;{folder}&quot; cannot be reached: {reason}.</source>
        <translation>无法访问“{folder}”中的运行：{reason}。</translation>
    </message>
    <message>
        <source>The last checkpoint was not written. {reason}</source>
        <translation>最后的检查点没有写入。{reason}</translation>
    </message>
    <message>
        <source>--profile</source>
        <translation>--profile</translation>
    </message>
    <message>
        <source>the first step and how many, as 100:20</source>
        <translation>起始步与步数，例如 100:20</translation>
    </message>
    <message>
        <source>The run ended before the first step of --profile: nothing was recorded.</source>
        <translation>运行在 --profile 的第一步之前就结束了：没有记录任何内容。</translation>
    </message>
    <message>
        <source>tensorloom train</source>
        <translation>tensorloom train</translation>
    </message>
    <message>
        <source>The timeline of these steps is in {path}; Perfetto and chrome://tracing open it.</source>
        <translation>这些步的时间线在 {path} 中；可用 Perfetto 和 chrome://tracing 打开。</translation>
    </message>
    <message>
        <source>{count} spans came too fast to be kept.</source>
        <translation>有 {count} 个区间来得太快，未能保留。</translation>
    </message>
    <message>
        <source>Record steps, as FROM:COUNT, into the run&apos;s trace.json.gz: every kernel on every thread</source>
        <translation>按 FROM:COUNT 把若干步记录到运行的 trace.json.gz：每个线程上的每个内核</translation>
    </message>
    <message>
        <source>load items</source>
        <translation>加载样本</translation>
    </message>
    <message>
        <source>finish batch</source>
        <translation>完成批次</translation>
    </message>
    <message>
        <source>wait for room</source>
        <translation>等待空位</translation>
    </message>
    <message>
        <source>a place that may be written, with room</source>
        <translation>可写且空间足够的位置</translation>
    </message>
    <message>
        <source>Choose another place for the trace.</source>
        <translation>请为跟踪文件选择其他位置。</translation>
    </message>
    <message>
        <source>copy batch</source>
        <translation>复制批次</translation>
    </message>
    <message>
        <source>a value that the plan holds</source>
        <translation>计划中保存的值</translation>
    </message>
    <message>
        <source>one whose memory was taken over</source>
        <translation>其内存已被占用的值</translation>
    </message>
    <message>
        <source>A watch</source>
        <translation>观察项</translation>
    </message>
    <message>
        <source>PATTERN:KIND:EVERY, such as conv_*/kernel:histogram:50</source>
        <translation>PATTERN:KIND:EVERY，例如 conv_*/kernel:histogram:50</translation>
    </message>
    <message>
        <source>The kind of watch &quot;{kind}&quot;</source>
        <translation>观察类型“{kind}”</translation>
    </message>
    <message>
        <source>all, histogram, statistics, update_ratio or pictures</source>
        <translation>all、histogram、statistics、update_ratio 或 pictures</translation>
    </message>
    <message>
        <source>The interval of a watch</source>
        <translation>观察间隔</translation>
    </message>
    <message>
        <source>a number of steps from 1 on, or auto</source>
        <translation>不小于 1 的步数，或 auto</translation>
    </message>
    <message>
        <source>No value is called &quot;{pattern}&quot;. The nearest are {names}.</source>
        <translation>没有名为“{pattern}”的值。最接近的是 {names}。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is made of what an update has written, and cannot be made again.</source>
        <translation>“{name}”由更新写入的内容得出，无法重新计算。</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Update ratios are of weights, and &quot;{pattern}&quot; finds none.</source>
        <translation>更新比只针对权重，而“{pattern}”未匹配到任何权重。</translation>
    </message>
    <message>
        <source>A projection</source>
        <translation>一次投影</translation>
    </message>
    <message>
        <source>Row {row} holds a number that is not finite: there is nothing to project it by.</source>
        <translation>第 {row} 行含有非有限数，无法据此投影。</translation>
    </message>
    <message>
        <source>The principal components were not found.</source>
        <translation>未能求出主成分。</translation>
    </message>
    <message>
        <source>The projection was stopped.</source>
        <translation>投影已停止。</translation>
    </message>
    <message>
        <source>The dimensions of t-SNE</source>
        <translation>t-SNE 的维数</translation>
    </message>
    <message>
        <source>1 to 3</source>
        <translation>1 到 3</translation>
    </message>
    <message>
        <source>The layer to project</source>
        <translation>要投影的层</translation>
    </message>
    <message>
        <source>one of the network that was trained</source>
        <translation>所训练网络中的一层</translation>
    </message>
    <message>
        <source>&quot;{layer}&quot;</source>
        <translation>“{layer}”</translation>
    </message>
    <message>
        <source>The output of &quot;{layer}&quot; has {count} numbers an item: choose fewer items, or a layer behind it.</source>
        <translation>“{layer}”的输出每个样本有 {count} 个数：请减少样本数，或选择其后的层。</translation>
    </message>
    <message>
        <source>None of the items of &quot;{name}&quot; could be read.</source>
        <translation>“{name}”中没有一个样本可以读取。</translation>
    </message>
    <message>
        <source>{nodes} {nodes|node|nodes}, {edges} {edges|edge|edges}, {weights} weight tensors of {bytes}</source>
        <translation>{nodes} 个节点，{edges} 条边，{weights} 个权重张量共 {bytes}</translation>
    </message>
    <message>
        <source>gather gradients</source>
        <translation>累积梯度</translation>
    </message>
    <message>
        <source>channels last</source>
        <translation>通道在后</translation>
    </message>
    <message>
        <source>to {layout}</source>
        <translation>转为 {layout}</translation>
    </message>
    <message>
        <source>to {type}</source>
        <translation>转为 {type}</translation>
    </message>
    <message>
        <source>{count} {count|op|ops} on constants folded</source>
        <translation>折叠了 {count} 个常量算子</translation>
    </message>
    <message>
        <source>{count} unused {count|op|ops} left out</source>
        <translation>略去 {count} 个无用算子</translation>
    </message>
    <message>
        <source>{count} repeated {count|op|ops} made once</source>
        <translation>{count} 个重复算子只做一次</translation>
    </message>
    <message>
        <source>{count} batch {count|norm|norms} took their ReLU in</source>
        <translation>{count} 个批归一化并入了其 ReLU</translation>
    </message>
    <message>
        <source>{count} {count|sum|sums} joined to their norm</source>
        <translation>{count} 个求和并入了其归一化</translation>
    </message>
    <message>
        <source>{count} {count|bias|biases} joined to their product</source>
        <translation>{count} 个偏置并入了其乘积</translation>
    </message>
    <message>
        <source>{count} {count|activation|activations} joined to what feeds them</source>
        <translation>{count} 个激活并入了其前一算子</translation>
    </message>
    <message>
        <source>{count} bias {count|gradient|gradients} joined to their kernel&apos;s</source>
        <translation>{count} 个偏置梯度并入了其卷积核梯度</translation>
    </message>
    <message>
        <source>{count} {count|rescaling|rescalings} of bytes joined to what follows</source>
        <translation>{count} 个字节缩放并入了其后的算子</translation>
    </message>
    <message>
        <source>{count} updates in one sweep</source>
        <translation>{count} 个更新一次完成</translation>
    </message>
    <message>
        <source>{count} {count|cast|casts} put in</source>
        <translation>插入了 {count} 个类型转换</translation>
    </message>
    <message>
        <source>{count} {count|product|products} in 8 bits</source>
        <translation>{count} 个乘积以 8 位计算</translation>
    </message>
    <message>
        <source>{count} {count|chain|chains} of element-wise ops fused, {gone} ops less</source>
        <translation>融合了 {count} 串逐元素算子，少了 {gone} 个算子</translation>
    </message>
    <message>
        <source>{pass}: {gone} {gone|op|ops} less</source>
        <translation>{pass}：少了 {gone} 个算子</translation>
    </message>
    <message>
        <source>{percent} % of values share memory</source>
        <translation>{percent} % 的值共享内存</translation>
    </message>
    <message>
        <source>{count} {count|reorder is|reorders are} left</source>
        <translation>还剩 {count} 个重排</translation>
    </message>
    <message>
        <source>{path}: {problem}</source>
        <translation>{path}：{problem}</translation>
    </message>
    <message>
        <source>one that cannot</source>
        <translation>不能读取的文件</translation>
    </message>
    <message>
        <source>an event file with a graph</source>
        <translation>含计算图的事件文件</translation>
    </message>
    <message>
        <source>one without</source>
        <translation>不含计算图的文件</translation>
    </message>
    <message>
        <source>a file that is cut or damaged</source>
        <translation>被截断或损坏的文件</translation>
    </message>
    <message>
        <source>nodes with a name and an op</source>
        <translation>带有名称和算子的节点</translation>
    </message>
    <message>
        <source>one that lacks them</source>
        <translation>缺少这些的节点</translation>
    </message>
    <message>
        <source>a file without nodes</source>
        <translation>没有节点的文件</translation>
    </message>
    <message>
        <source>TensorFlow graph</source>
        <translation>TensorFlow 计算图</translation>
    </message>
    <message>
        <source>a SavedModel</source>
        <translation>SavedModel</translation>
    </message>
    <message>
        <source>a file without a graph</source>
        <translation>没有计算图的文件</translation>
    </message>
    <message>
        <source>a graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>more nodes than a file of its size can tell of</source>
        <translation>节点多于这样大小的文件所能描述的</translation>
    </message>
    <message>
        <source>It is damaged, or no graph.</source>
        <translation>它已损坏，或不是计算图。</translation>
    </message>
    <message>
        <source>{expected} in line {line}</source>
        <translation>第 {line} 行应有{expected}</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>文件结尾</translation>
    </message>
    <message>
        <source>a name or a value</source>
        <translation>名称或值</translation>
    </message>
    <message>
        <source>the end of a text</source>
        <translation>文本的结尾</translation>
    </message>
    <message>
        <source>fewer levels</source>
        <translation>更少的层级</translation>
    </message>
    <message>
        <source>a : or a {</source>
        <translation>: 或 {</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>the end of a message</source>
        <translation>消息的结尾</translation>
    </message>
    <message>
        <source>a TensorFlow graph as text</source>
        <translation>文本形式的 TensorFlow 计算图</translation>
    </message>
    <message>
        <source>a text without nodes</source>
        <translation>没有节点的文本</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>ONNX, written by {program}</source>
        <translation>ONNX，由 {program} 写出</translation>
    </message>
    <message>
        <source>an ONNX graph</source>
        <translation>ONNX 计算图</translation>
    </message>
    <message>
        <source>nodes that say which op they are</source>
        <translation>写明算子的节点</translation>
    </message>
    <message>
        <source>one that does not</source>
        <translation>没有写明的节点</translation>
    </message>
    <message>
        <source>{count} numbers</source>
        <translation>{count} 个数</translation>
    </message>
    <message>
        <source>stage {number}</source>
        <translation>阶段 {number}</translation>
    </message>
    <message>
        <source>blocks {first} to {last}</source>
        <translation>块 {first} 至 {last}</translation>
    </message>
    <message>
        <source>block {number}</source>
        <translation>块 {number}</translation>
    </message>
    <message>
        <source>&quot;{file}&quot;: a timeline ends in .json or .json.gz (Perfetto, chrome://tracing) or in .xplane.pb (TensorBoard&apos;s profile plugin).</source>
        <translation>“{file}”：时间线文件以 .json 或 .json.gz（Perfetto、chrome://tracing）或 .xplane.pb（TensorBoard 的 profile 插件）结尾。</translation>
    </message>
    <message>
        <source>{slices} slices of {threads} {threads|thread|threads} in {time} ms</source>
        <translation>{time} 毫秒内 {threads} 个线程的 {slices} 个时间片</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>self ms</source>
        <translation>自身毫秒</translation>
    </message>
    <message>
        <source>total ms</source>
        <translation>总毫秒</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>{count} {count|record|records} could not be read.</source>
        <translation>有 {count} 条记录无法读取。</translation>
    </message>
    <message>
        <source>The file ends within a record; what came before is shown.</source>
        <translation>文件在一条记录中间结束；显示其之前的内容。</translation>
    </message>
    <message>
        <source>Show what a timeline is made of, or write it as another kind of file</source>
        <translation>显示时间线的组成，或将其写成另一种文件</translation>
    </message>
    <message>
        <source>A run&apos;s folder (its trace.json.gz, which train --profile writes) or a timeline of any program: Chrome&apos;s trace events or an XSpace</source>
        <translation>运行的文件夹（其中的 trace.json.gz，由 train --profile 写出），或任何程序的时间线：Chrome 跟踪事件或 XSpace</translation>
    </message>
    <message>
        <source>FILE.json or FILE.json.gz: Chrome&apos;s trace events. FILE.xplane.pb: for TensorBoard&apos;s profile plugin</source>
        <translation>FILE.json 或 FILE.json.gz：Chrome 跟踪事件。FILE.xplane.pb：供 TensorBoard 的 profile 插件使用</translation>
    </message>
    <message>
        <source>How many ops, those with the most time of their own</source>
        <translation>显示多少个算子（按自身时间从多到少）</translation>
    </message>
    <message>
        <source>One object</source>
        <translation>一个对象</translation>
    </message>
    <message>
        <source>cache hits</source>
        <translation>缓存命中</translation>
    </message>
    <message>
        <source>Reading {path} was given up.</source>
        <translation>已放弃读取 {path}。</translation>
    </message>
    <message>
        <source>a timeline: Chrome&apos;s trace events or an XSpace</source>
        <translation>时间线：Chrome 跟踪事件或 XSpace</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>a regular file</source>
        <translation>普通文件</translation>
    </message>
    <message>
        <source>nothing that happened at a time</source>
        <translation>没有带时间的事件</translation>
    </message>
    <message>
        <source>Record one with train --profile, torch.profiler or TensorFlow&apos;s profiler.</source>
        <translation>请用 train --profile、torch.profiler 或 TensorFlow 的 profiler 记录一个。</translation>
    </message>
    <message>
        <source>other bytes</source>
        <translation>其他字节</translation>
    </message>
    <message>
        <source>process memory</source>
        <translation>进程内存</translation>
    </message>
    <message>
        <source>memory of all plans</source>
        <translation>所有计划的内存</translation>
    </message>
    <message>
        <source>op by op</source>
        <translation>逐个算子执行</translation>
    </message>
    <message>
        <source>stands at a breakpoint</source>
        <translation>停在断点处</translation>
    </message>
    <message>
        <source>cores busy</source>
        <translation>忙碌核心</translation>
    </message>
    <message>
        <source>write checkpoint</source>
        <translation>写检查点</translation>
    </message>
    <message>
        <source>wait for batch</source>
        <translation>等待批次</translation>
    </message>
    <message>
        <source>There is already a layer called {name}.</source>
        <translation>已经有名为 {name} 的层。</translation>
    </message>
    <message>
        <source>There was not enough memory for this.</source>
        <translation>内存不足，无法完成。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong in the background.</source>
        <translation>后台发生了意外错误。</translation>
    </message>
    <message>
        <source>There is no data set to search with. Open one, or use the sample.</source>
        <translation>没有可供搜索的数据集。请打开一个，或使用示例。</translation>
    </message>
    <message>
        <source>The loss did not fall at any rate that was tried.</source>
        <translation>在试过的所有学习率下，损失都没有下降。</translation>
    </message>
    <message>
        <source>The run already has {done} of {epochs} epochs.</source>
        <translation>该运行已完成 {epochs} 轮中的 {done} 轮。</translation>
    </message>
    <message>
        <source>The data {data} has no test split.</source>
        <translation>数据 {data} 没有测试集。</translation>
    </message>
    <message>
        <source>The program that trained it ended unexpectedly after step {step}.</source>
        <translation>训练它的程序在第 {step} 步之后意外结束。</translation>
    </message>
    <message>
        <source>&quot;{folder}&quot; is no run&apos;s folder: it holds neither run.json nor a checkpoint.</source>
        <translation>“{folder}”不是运行文件夹：其中既没有 run.json，也没有检查点。</translation>
    </message>
    <message>
        <source>Some program trains it: stop it first.</source>
        <translation>有程序正在训练它：请先停止。</translation>
    </message>
    <message>
        <source>&quot;{folder}&quot; could not be removed whole.</source>
        <translation>“{folder}”未能完全删除。</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>正在统计</translation>
    </message>
    <message>
        <source>Comparing the splits</source>
        <translation>正在比较各数据划分</translation>
    </message>
    <message>
        <source>No benchmark of watching is called &quot;{only}&quot;. There are {known}.</source>
        <translation>没有名为“{only}”的监视基准测试。可用的有 {known}。</translation>
    </message>
    <message>
        <source>Look at values while it trains, as PATTERN:KIND:EVERY (conv_*/kernel:histogram:50); repeatable. Kinds: all, histogram, statistics, update_ratio, pictures; EVERY: steps, or auto</source>
        <translation>训练时监视数值，写作 PATTERN:KIND:EVERY（conv_*/kernel:histogram:50），可重复。KIND：all、histogram、statistics、update_ratio、pictures；EVERY：步数或 auto</translation>
    </message>
    <message>
        <source>The share of the time, in percent, that watching may take where intervals are auto; 0: nothing is watched but by --watch</source>
        <translation>间隔为 auto 时，监视最多可占用的时间百分比；0：除 --watch 指定的以外不监视</translation>
    </message>
    <message>
        <source>{problem} The training goes on without event files.</source>
        <translation>{problem} 训练继续进行，但不再写入事件文件。</translation>
    </message>
    <message>
        <source>at most {rank} axes on a GPU</source>
        <translation>GPU 上最多 {rank} 个轴</translation>
    </message>
    <message>
        <source>MaxPool2D</source>
        <translation>MaxPool2D</translation>
    </message>
    <message>
        <source>a window of at most 256 elements on a GPU</source>
        <translation>GPU 上最多 256 个元素的窗口</translation>
    </message>
    <message>
        <source>A GPU kernel</source>
        <translation>GPU 内核</translation>
    </message>
    <message>
        <source>float32, bfloat16, float16, uint8 or int32</source>
        <translation>float32、bfloat16、float16、uint8 或 int32</translation>
    </message>
    <message>
        <source>channels innermost on a GPU</source>
        <translation>GPU 上通道位于最内层的布局</translation>
    </message>
    <message>
        <source>plain layouts only</source>
        <translation>仅允许普通布局</translation>
    </message>
    <message>
        <source>at most {count} images on a GPU</source>
        <translation>GPU 上最多 {count} 张图像</translation>
    </message>
    <message>
        <source>at most 2 billion elements</source>
        <translation>最多 20 亿个元素</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver</source>
        <translation>NVIDIA 驱动程序</translation>
    </message>
    <message>
        <source>the library {name}</source>
        <translation>库 {name}</translation>
    </message>
    <message>
        <source>none on this machine</source>
        <translation>这台机器上没有</translation>
    </message>
    <message>
        <source>the function {name}</source>
        <translation>函数 {name}</translation>
    </message>
    <message>
        <source>Install a newer driver of NVIDIA&apos;s.</source>
        <translation>请安装更新的 NVIDIA 驱动程序。</translation>
    </message>
    <message>
        <source>CUDA {version} or later</source>
        <translation>CUDA {version} 或更高版本</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver, asked to {what}</source>
        <translation>NVIDIA 驱动程序（操作：{what}）</translation>
    </message>
    <message>
        <source>that it does</source>
        <translation>操作成功</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Stands {place}</source>
        <translation>停在{place}</translation>
    </message>
    <message>
        <source>Stands {place}: {why}</source>
        <translation>停在{place}：{why}</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>op, layer, phase, step, go, look NAME, stop</source>
        <translation>op（算子）、layer（层）、phase（阶段）、step（步）、go（继续）、look 名称（查看）、stop（停止）</translation>
    </message>
    <message>
        <source>Stand still before or after an op or layer, at a step or where a condition holds, and where the run ends in nan: &quot;before conv_2 at step 120&quot;, &quot;when norm(conv_1/kernel/gradient) &gt; 10&quot;; repeatable. Then reads op, layer, phase, step, go, look NAME or stop from the standard input</source>
        <translation>在某个算子或层之前或之后、在某一步、或条件成立处停下，运行以 nan 结束时也停下：&quot;before conv_2 at step 120&quot;、&quot;when norm(conv_1/kernel/gradient) &gt; 10&quot;；可重复。随后从标准输入读取 op、layer、phase、step、go、look 名称或 stop</translation>
    </message>
    <message>
        <source>A condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>at most {count} letters</source>
        <translation>最多 {count} 个字符</translation>
    </message>
    <message>
        <source>the end of the condition, &quot;and&quot;, &quot;or&quot;, a comparison such as &gt; 3, or &quot;not finite&quot;</source>
        <translation>条件结束、“and”、“or”、&gt; 3 这样的比较，或“not finite”</translation>
    </message>
    <message>
        <source>at most {count} parentheses within each other</source>
        <translation>最多嵌套 {count} 层括号</translation>
    </message>
    <message>
        <source>a closing parenthesis</source>
        <translation>右括号</translation>
    </message>
    <message>
        <source>a number, loss, a metric, a function of values such as norm(conv_1/kernel), or a value&apos;s name with &quot;not finite&quot; behind it, such as conv_1/output not finite</source>
        <translation>数、loss、指标，值的函数，例如 norm(conv_1/kernel)，或后面写有“not finite”的值名，例如 conv_1/output not finite</translation>
    </message>
    <message>
        <source>(values) behind the function, such as (gradients)</source>
        <translation>函数后的（值），例如 (gradients)</translation>
    </message>
    <message>
        <source>The function &quot;{name}&quot;</source>
        <translation>函数“{name}”</translation>
    </message>
    <message>
        <source>norm, mean, deviation, min, max, zeros, dead or nonfinite</source>
        <translation>norm、mean、deviation、min、max、zeros、dead 或 nonfinite</translation>
    </message>
    <message>
        <source>the name of a value, such as conv_1/output</source>
        <translation>值的名称，例如 conv_1/output</translation>
    </message>
    <message>
        <source>The condition &quot;{text}&quot;, at letter {place}</source>
        <translation>条件“{text}”的第 {place} 个字符</translation>
    </message>
    <message>
        <source>its end</source>
        <translation>结尾</translation>
    </message>
    <message>
        <source>A breakpoint</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>a condition behind &quot;when&quot;</source>
        <translation>“when”之后的条件</translation>
    </message>
    <message>
        <source>before PLACE, after PLACE, at step NUMBER or when CONDITION, in this order</source>
        <translation>依次为 before 位置、after 位置、at step 步数 或 when 条件</translation>
    </message>
    <message>
        <source>a layer, &quot;op&quot; and an op&apos;s name, or a phase (forward, backward, update)</source>
        <translation>层、“op”加算子名，或阶段（forward、backward、update）</translation>
    </message>
    <message>
        <source>The step of a breakpoint</source>
        <translation>断点的步数</translation>
    </message>
    <message>
        <source>a number from 1 on</source>
        <translation>从 1 起的数</translation>
    </message>
    <message>
        <source>Some breakpoints are not looked at. {reason}</source>
        <translation>有些断点未被检查。{reason}</translation>
    </message>
    <message>
        <source>{name} ({op}, {phase})</source>
        <translation>{name}（{op}，{phase}）</translation>
    </message>
    <message>
        <source>No op of a training step belongs to it: the Graph workspace shows those that there are.</source>
        <translation>训练步中没有属于它的算子：计算图工作区列出了所有算子。</translation>
    </message>
    <message>
        <source>The number &quot;{name}&quot;</source>
        <translation>数“{name}”</translation>
    </message>
    <message>
        <source>The breakpoint “{text}” stops nothing. {reason}</source>
        <translation>断点“{text}”不会停下任何东西。{reason}</translation>
    </message>
    <message>
        <source>{breakpoint}: {values}</source>
        <translation>{breakpoint}：{values}</translation>
    </message>
    <message>
        <source>There is no memory for a copy of the weights and all values of a step.</source>
        <translation>内存不足以容纳权重的副本和一步中的所有值。</translation>
    </message>
    <message>
        <source>The run cannot stand inside a step. {reason}</source>
        <translation>运行无法停在一步之中。{reason}</translation>
    </message>
    <message>
        <source>after {op}, step {step}</source>
        <translation>{op} 之后，第 {step} 步</translation>
    </message>
    <message>
        <source>before {op}, step {step}</source>
        <translation>{op} 之前，第 {step} 步</translation>
    </message>
    <message>
        <source>No value is called &quot;{name}&quot;.</source>
        <translation>没有名为“{name}”的值。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not made yet: it comes later in the step.</source>
        <translation>“{name}”尚未算出：它在这一步的稍后才有。</translation>
    </message>
    <message>
        <source>{node} ({op}) read {value}, which was already {kind}</source>
        <translation>{node}（{op}）读入的 {value} 已经是 {kind}</translation>
    </message>
    <message>
        <source>nan</source>
        <translation>nan</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>{name} from {low} to {high}</source>
        <translation>{name} 在 {low} 到 {high} 之间</translation>
    </message>
    <message>
        <source>{node} ({op}) made {kind} from finite inputs: {inputs}</source>
        <translation>{node}（{op}）由有限的输入得出了 {kind}：{inputs}</translation>
    </message>
    <message>
        <source>A copy of the weights and slots</source>
        <translation>权重与优化器状态的副本</translation>
    </message>
    <message>
        <source>Give the row as many cells, empty ones among them, or take it out.</source>
        <translation>请补足该行的单元格（可以为空），或删除该行。</translation>
    </message>
    <message>
        <source>Correct the cell or leave it empty.</source>
        <translation>请更正该单元格，或将其留空。</translation>
    </message>
    <message>
        <source>{count} {count|row is|rows are} the same</source>
        <translation>{count} 行相同</translation>
    </message>
    <message>
        <source>A run&apos;s folder</source>
        <translation>一次运行的文件夹</translation>
    </message>
    <message>
        <source>The other&apos;s</source>
        <translation>另一次运行的文件夹</translation>
    </message>
    <message>
        <source>Rows that are the same, too</source>
        <translation>也列出相同的行</translation>
    </message>
    <message>
        <source>Whether two runs of the same work computed the same bits</source>
        <translation>同一工作的两次运行是否逐位相同</translation>
    </message>
    <message>
        <source>One object instead of sentences</source>
        <translation>输出一个对象而不是句子</translation>
    </message>
    <message>
        <source>&quot;{directory}&quot; already holds a run: name another folder, or replace it with --overwrite.</source>
        <translation>“{directory}”中已有一次运行：请另指定文件夹，或用 --overwrite 替换。</translation>
    </message>
    <message>
        <source>Run that run&apos;s work once more, in a folder of its own, and say whether it came to the same bits</source>
        <translation>在另一个文件夹中把该运行的工作重做一次，并说明结果是否逐位相同</translation>
    </message>
    <message>
        <source>A hash of every weight each so many steps into weights.csv; 0: after 1, 2, 4, 8, ... and every hundredth</source>
        <translation>每隔若干步把每个权重的哈希写入 weights.csv；0：在第 1、2、4、8……步及每一百步之后</translation>
    </message>
    <message>
        <source>{count} {count|gradient is|gradients are} applied as soon as made</source>
        <translation>{count} 个梯度一算出就被应用</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is damaged: what it says of tensor &quot;{tensor}&quot; does not fit the file.</source>
        <translation>“{path}”已损坏：它关于张量“{tensor}”的说明与文件不符。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is no file with tensors.</source>
        <translation>“{path}”不是张量文件。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is no file with tensors: expected is .safetensors or .npy.</source>
        <translation>“{path}”不是张量文件：应为 .safetensors 或 .npy。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is cut short: its head alone has {wanted} bytes, the file {found}.</source>
        <translation>“{path}”不完整：仅文件头就有 {wanted} 字节，而文件只有 {found} 字节。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; has a damaged header, which is not valid JSON.</source>
        <translation>“{path}”的文件头已损坏，不是有效的 JSON。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot;: tensor &quot;{tensor}&quot; has element type {type}, which is not known here.</source>
        <translation>“{path}”：张量“{tensor}”的元素类型 {type} 在此未知。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; holds elements of type &quot;{type}&quot;; numbers are expected, little-endian.</source>
        <translation>“{path}”的元素类型为“{type}”；应为小端序的数。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; began from &quot;{file}&quot; after step {step}, which holds step {found} by now: it cannot be run again from there.</source>
        <translation>“{name}”从“{file}”的第 {step} 步之后开始，而该文件现在保存的是第 {found} 步：无法从那里重新运行。</translation>
    </message>
    <message>
        <source>the network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>the data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>They have no step in common: there is nothing to compare.</source>
        <translation>它们没有共同的步：无从比较。</translation>
    </message>
    <message>
        <source>a pipe, a device or a folder</source>
        <translation>管道、设备或文件夹</translation>
    </message>
    <message>
        <source>Same bits: {steps} {steps|step|steps}.</source>
        <translation>逐位相同：{steps} 步。</translation>
    </message>
    <message>
        <source>Same bits in the {steps} steps that both have.</source>
        <translation>双方共有的 {steps} 步逐位相同。</translation>
    </message>
    <message>
        <source>They differ first in {tensor}, after step {step}.</source>
        <translation>最先不同的是第 {step} 步之后的 {tensor}。</translation>
    </message>
    <message>
        <source>They differ first at step {step}, in {name}; of the weights first in {tensor}, after step {later}.</source>
        <translation>最先不同在第 {step} 步的 {name}；权重中最先不同的是第 {later} 步之后的 {tensor}。</translation>
    </message>
    <message>
        <source>They differ first at step {step}, in {name}.</source>
        <translation>最先不同在第 {step} 步的 {name}。</translation>
    </message>
    <message>
        <source>Not the same in both: {what}.</source>
        <translation>两者不同的有：{what}。</translation>
    </message>
    <message>
        <source>Compared: the numbers of {steps} steps ({a} and {b} told), weights&apos; hashes after {hashed} of them.</source>
        <translation>已比较：{steps} 步的数值（双方各有 {a} 和 {b} 步），其中 {hashed} 步之后的权重哈希。</translation>
    </message>
    <message>
        <source>And every tensor of the checkpoints, the last after step {step}.</source>
        <translation>以及检查点中的每个张量，最后一个在第 {step} 步之后。</translation>
    </message>
    <message>
        <source>No checkpoints of the same step lie in both.</source>
        <translation>双方没有同一步的检查点。</translation>
    </message>
    <message>
        <source>{name} of step {step}: {a} and {b}.</source>
        <translation>第 {step} 步的 {name}：{a} 和 {b}。</translation>
    </message>
    <message>
        <source>{count} of {all} tensors differ after step {step}, {tensor} among them.</source>
        <translation>第 {step} 步之后 {all} 个张量中有 {count} 个不同，{tensor} 在其中。</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>began from</source>
        <translation>起始于</translation>
    </message>
    <message>
        <source> after step </source>
        <translation> 之后的步 </translation>
    </message>
    <message>
        <source>, weights only</source>
        <translation>，仅权重</translation>
    </message>
    <message>
        <source>Versions and machine</source>
        <translation>版本与机器</translation>
    </message>
    <message>
        <source>&quot;{directory}&quot; is the folder of the run that is to be run again: name another with --out.</source>
        <translation>“{directory}”就是要重新运行的那次运行的文件夹：请用 --out 指定另一个。</translation>
    </message>
    <message>
        <source>--again does the very same work once more: {option} would change it. Leave it out.</source>
        <translation>--again 会把同样的工作原样重做一遍：{option} 会改变它。请去掉该选项。</translation>
    </message>
    <message>
        <source>Same bits in the weights that both have.</source>
        <translation>双方都有的权重逐位相同。</translation>
    </message>
    <message>
        <source>The same to 8 digits in the {steps} steps that both have.</source>
        <translation>在双方都有的 {steps} 步中，前 8 位有效数字相同。</translation>
    </message>
    <message>
        <source>Only the first has: {names}.</source>
        <translation>仅前一次运行有：{names}。</translation>
    </message>
    <message>
        <source>Only the second has: {names}.</source>
        <translation>仅后一次运行有：{names}。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; has become shorter while it was open. Open it again.</source>
        <translation>“{path}”在打开期间变短了。请重新打开。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be read: it is a pipe or a device, no file.</source>
        <translation>无法读取“{path}”：它是管道或设备，而不是文件。</translation>
    </message>
    <message>
        <source>&quot;{line}&quot; is none of op, layer, phase, step, again, go, look NAME and stop.</source>
        <translation>“{line}”不是 op、layer、phase、step、again、go、look 名称、stop 之一。</translation>
    </message>
    <message>
        <source>paint</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>CutMix</source>
        <translation>CutMix</translation>
    </message>
    <message>
        <source>MixUp</source>
        <translation>MixUp</translation>
    </message>
    <message>
        <source>RandAugment</source>
        <translation>RandAugment</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>augment</source>
        <translation>增强</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>accumulate</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Use the sample</source>
        <translation>使用示例</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>LeNet-5</source>
        <translation>LeNet-5</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>ResNet-50</source>
        <translation>ResNet-50</translation>
    </message>
    <message>
        <source>ViT-Tiny</source>
        <translation>ViT-Tiny</translation>
    </message>
    <message>
        <source>ResNet-20</source>
        <translation>ResNet-20</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>图像/秒</translation>
    </message>
    <message>
        <source>watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>event queue</source>
        <translation>事件队列</translation>
    </message>
    <message>
        <source>takes {wanted}, not &quot;{word}&quot;.</source>
        <translation>应为{wanted}，而不是“{word}”。</translation>
    </message>
    <message>
        <source>a number from {low} to {high}</source>
        <translation>从 {low} 到 {high} 的数</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>above 0</source>
        <translation>大于 0</translation>
    </message>
    <message>
        <source>a number of 0 or more</source>
        <translation>不小于 0 的数</translation>
    </message>
    <message>
        <source>There is no option {word} here.</source>
        <translation>这里没有选项 {word}。</translation>
    </message>
    <message>
        <source>There is no place for &quot;{word}&quot; here.</source>
        <translation>这里不需要“{word}”。</translation>
    </message>
    <message>
        <source>Say what to do: train, eval, describe or another command.</source>
        <translation>请说明要做什么：train、eval、describe 或其他命令。</translation>
    </message>
    <message>
        <source>{option} has to be given.</source>
        <translation>必须给出 {option}。</translation>
    </message>
    <message>
        <source>{option} and {other} do not go together.</source>
        <translation>{option} 与 {other} 不能同时使用。</translation>
    </message>
    <message>
        <source>{option} goes only with {other}.</source>
        <translation>{option} 只能与 {other} 一起使用。</translation>
    </message>
    <message>
        <source>{option} is followed by a value, which is not there.</source>
        <translation>{option} 后面应有一个值，但没有给出。</translation>
    </message>
    <message>
        <source>{option} is given more than once.</source>
        <translation>{option} 给出了不止一次。</translation>
    </message>
    <message>
        <source>Measure training steps and the loader against this machine&apos;s limit</source>
        <translation>测量训练步和数据加载的速度，并与本机的极限相比</translation>
    </message>
    <message>
        <source>Cases whose name contains this: mlp-32, lenet-128, resnet50-16, predict-vit-1, loader</source>
        <translation>名称中含有此文字的项目：mlp-32、lenet-128、resnet50-16、predict-vit-1、loader</translation>
    </message>
    <message>
        <source>Seconds of measuring for each case</source>
        <translation>每个项目测量的秒数</translation>
    </message>
    <message>
        <source>Threads; 0 = all physical cores</source>
        <translation>线程数；0 = 全部物理核心</translation>
    </message>
    <message>
        <source>Data set for the loader, such as folder:DIR</source>
        <translation>用于测量加载的数据集，例如 folder:DIR</translation>
    </message>
    <message>
        <source>First measure every kind of kernel once, so that the time of a step can be told before it runs</source>
        <translation>先把每种内核各测一次，以便在运行前就能说出一步需要多久</translation>
    </message>
    <message>
        <source>List every kernel with its median time</source>
        <translation>列出每个内核及其中位时间</translation>
    </message>
    <message>
        <source>Instead: what watching a training costs, and the readers of what it writes</source>
        <translation>改为测量：观察训练的开销，以及读取其所写文件的速度</translation>
    </message>
    <message>
        <source>bench</source>
        <translation>bench</translation>
    </message>
    <message>
        <source>Trained for {steps} steps, {epochs} {epochs|epoch|epochs}; weights {hash}</source>
        <translation>已训练 {steps} 步，{epochs} {epochs|轮|轮}；权重 {hash}</translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>SUBCOMMAND</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>INT</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>UINT</source>
        <translation>非负整数</translation>
    </message>
    <message>
        <source>FLOAT</source>
        <translation>数</translation>
    </message>
    <message>
        <source>Print the version and exit</source>
        <translation>显示版本后结束</translation>
    </message>
    <message>
        <source>sample, mnist:DIR, cifar10:DIR, folder:DIR, csv:FILE, npz:FILE, tfrecord:PATTERN or just a path; settings of a kind behind a ?: photos?size=224x224&amp;resize=fill</source>
        <translation>sample、mnist:DIR、cifar10:DIR、folder:DIR、csv:FILE、npz:FILE、tfrecord:PATTERN，或直接给出路径；各类数据的设置写在 ? 之后：photos?size=224x224&amp;resize=fill</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is the folder of a run: go on with it by --resume {path}.</source>
        <translation>“{path}”是一次运行的文件夹：请用 --resume {path} 继续它。</translation>
    </message>
    <message>
        <source>No data set is named: add --data sample, or --data with the path of yours.</source>
        <translation>没有指定数据集：请加上 --data sample，或用 --data 给出您的数据的路径。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is the folder of a run, no data set: `tensorloom describe {path}` tells what is in it.</source>
        <translation>“{path}”是一次运行的文件夹，不是数据集：`tensorloom describe {path}` 会说明其中有什么。</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值的个数</translation>
    </message>
    <message>
        <source>last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后的值</translation>
    </message>
    <message>
        <source>{first}, {next}</source>
        <translation>{first}，{next}</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The checkpoint has none of this network&apos;s weights: &quot;{name}&quot; and all others are not in it, or have another shape.</source>
        <translation>检查点中没有这个网络的任何权重：“{name}”和其他所有权重都不在其中，或形状不同。</translation>
    </message>
    <message>
        <source>{kept} of the network&apos;s {count} weights are the checkpoint&apos;s; the others begin anew: {names}.</source>
        <translation>网络的 {count} 个权重中有 {kept} 个来自检查点；其余的重新开始：{names}。</translation>
    </message>
    <message>
        <source>No program trains the run in &quot;{directory}&quot; now. `tensorloom train --resume` goes on with it.</source>
        <translation>现在没有程序在训练“{directory}”中的运行。`tensorloom train --resume` 可以继续训练它。</translation>
    </message>
    <message>
        <source>Asked. The run&apos;s log tells what came of it.</source>
        <translation>已发出请求。结果见该运行的日志。</translation>
    </message>
    <message>
        <source>Ask a run that is being trained to pause, to watch a value, and the like</source>
        <translation>请求正在训练的运行暂停、监视某个值等</translation>
    </message>
    <message>
        <source>The run&apos;s folder</source>
        <translation>运行的文件夹</translation>
    </message>
    <message>
        <source>pause, resume, step, stop, learning_rate, watch, unwatch, watch_limit or advance</source>
        <translation>pause、resume、step、stop、learning_rate、watch、unwatch、watch_limit 或 advance</translation>
    </message>
    <message>
        <source>Of learning_rate the rate, of watch and unwatch PATTERN[:KIND[:EVERY]], of watch_limit the share of the time (0.02), of advance op, layer, phase, step, again or go</source>
        <translation>learning_rate 的学习率；watch 和 unwatch 的 PATTERN[:KIND[:EVERY]]；watch_limit 的时间占比（0.02）；advance 的 op、layer、phase、step、again 或 go</translation>
    </message>
    <message>
        <source>The run may belong to another terminal, or to the workbench.</source>
        <translation>该运行可以属于另一个终端，也可以属于工作台。</translation>
    </message>
    <message>
        <source>{count} of {all} images were resized to {size}, which the model takes.</source>
        <translation>{all} 张图像中有 {count} 张被缩放到模型所需的 {size}。</translation>
    </message>
    <message>
        <source>{count} of {all} images were turned to grey, which the model takes.</source>
        <translation>{all} 张图像中有 {count} 张被转换为模型所需的灰度图。</translation>
    </message>
    <message>
        <source>{count} of {all} images are grey; the model takes colours, so all three channels got the same.</source>
        <translation>{all} 张图像中有 {count} 张是灰度图；模型需要彩色图像，因此三个通道取相同的值。</translation>
    </message>
    <message>
        <source>No GPU takes part: the checking driver runs the GPU&apos;s kernels on the processor, in random legal orders, with plain loops in the place of cuBLASLt and cuDNN. A GPU&apos;s speed, its rounding and its memory model are not shown by this. Why no GPU: {reason}</source>
        <translation>没有 GPU 参与：检查驱动在处理器上以随机的合法顺序运行 GPU 的内核，并用普通循环代替 cuBLASLt 和 cuDNN。这不能说明 GPU 的速度、舍入和内存模型。没有 GPU 的原因：{reason}</translation>
    </message>
    <message>
        <source>device &quot;cuda&quot;</source>
        <translation>设备“cuda”</translation>
    </message>
    <message>
        <source>a program that was built with it</source>
        <translation>带有它的程序构建</translation>
    </message>
    <message>
        <source>Build with -DTENSORLOOM_CUDA=ON, or choose the device cpu.</source>
        <translation>请用 -DTENSORLOOM_CUDA=ON 构建，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>There is no op, layer, optimizer or network called &quot;{only}&quot;.</source>
        <translation>没有名为“{only}”的算子、层、优化器或网络。</translation>
    </message>
    <message>
        <source>Check every op, layer and optimizer of a device against a float64 reference</source>
        <translation>以 float64 参考检查某个设备的每个算子、层和优化器</translation>
    </message>
    <message>
        <source>Device to check: cpu, or cuda, with or without a GPU</source>
        <translation>要检查的设备：cpu 或 cuda（有没有 GPU 均可）</translation>
    </message>
    <message>
        <source>One op, layer, optimizer or network, such as Conv2D</source>
        <translation>一个算子、层、优化器或网络，例如 Conv2D</translation>
    </message>
    <message>
        <source>Without a GPU: legal orders of the device&apos;s work, for each network</source>
        <translation>没有 GPU 时：每个网络要试的设备工作的合法顺序数</translation>
    </message>
    <message>
        <source>Write all results to this file, as JSON</source>
        <translation>将所有结果以 JSON 写入此文件</translation>
    </message>
    <message>
        <source>a number of at least 0</source>
        <translation>不小于 0 的数</translation>
    </message>
    <message>
        <source>It is no object with a &quot;request&quot;.</source>
        <translation>它不是带有“request”的对象。</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>nothing behind it</source>
        <translation>其后没有内容</translation>
    </message>
    <message>
        <source>A request that was left in &quot;{path}&quot; is not understood: {reason} It reads: {line}</source>
        <translation>无法理解“{path}”中的一个请求：{reason} 内容为：{line}</translation>
    </message>
    <message>
        <source>6 steps</source>
        <translation>6 步</translation>
    </message>
    <message>
        <source>runs of other bits</source>
        <translation>各位不同的运行</translation>
    </message>
    <message>
        <source>it could not be moved ({reason})</source>
        <translation>无法移动（{reason}）</translation>
    </message>
    <message>
        <source>it is under way</source>
        <translation>它正在进行</translation>
    </message>
    <message>
        <source>the project is on another disk</source>
        <translation>项目在另一块磁盘上</translation>
    </message>
    <message>
        <source>a run&apos;s folder</source>
        <translation>一个运行的文件夹</translation>
    </message>
    <message>
        <source>Of ops that several kernels can do: model (default), timed, or model,timed, which take turns</source>
        <translation>有多个内核可用的算子：model（默认）、timed，或 model,timed（两者轮流）</translation>
    </message>
    <message>
        <source>Of ops that several kernels can do: model (default) takes what a cost model prefers; timed tries all once and keeps the fastest</source>
        <translation>有多个内核可用的算子：model（默认）采用代价模型所选；timed 将所有内核各试一次并保留最快的</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; holds something else</source>
        <translation>“{path}”中是别的内容</translation>
    </message>
    <message>
        <source>The choices of kernels in &quot;{path}&quot; cannot be read ({reason}): they are made anew.</source>
        <translation>无法读取“{path}”中的内核选择（{reason}）：将重新选择。</translation>
    </message>
    <message>
        <source>choices of kernels</source>
        <translation>内核的选择</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>一个对象</translation>
    </message>
    <message>
        <source>The kernels that can do this network&apos;s ops are tried, each shape once; later runs know the fastest.</source>
        <translation>正在试用可完成此网络各算子的内核，每种形状一次；以后的运行会记得最快的内核。</translation>
    </message>
    <message>
        <source>Kernels tried for {tried} {tried|op|ops} in {seconds} s; {others} of {count} are not what the cost model would take.</source>
        <translation>用 {seconds} 秒为 {tried} 个算子试用了内核；{count} 个中有 {others} 个与代价模型的选择不同。</translation>
    </message>
    <message>
        <source>kernel_choice</source>
        <translation>kernel_choice</translation>
    </message>
    <message>
        <source>model or timed</source>
        <translation>model 或 timed</translation>
    </message>
    <message>
        <source>Layers, output shapes and parameters of a network; what a data set holds; the nodes of an ONNX or
TensorFlow graph; or another program&apos;s tensors</source>
        <translation>网络的层、输出形状和参数；数据集的内容；ONNX 或
TensorFlow 计算图的节点；或其他程序的张量</translation>
    </message>
    <message>
        <source>A run&apos;s folder, a checkpoint, a project file, a graph (.onnx, .pb, .pbtxt) or tensors (.safetensors, .npy)</source>
        <translation>运行的文件夹、检查点、项目文件、计算图（.onnx、.pb、.pbtxt）或张量（.safetensors、.npy）</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>greatest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>{count} {count|tensor|tensors}, {numbers} numbers</source>
        <translation>{count} 个张量，{numbers} 个数</translation>
    </message>
    <message>
        <source>Doing steps {from} to {to} again, to name the step and tensor that differ first…</source>
        <translation>正在重做第 {from} 至 {to} 步，以找出最先不同的步和张量…</translation>
    </message>
    <message>
        <source>Do no step again, where they part between two steps whose weights both kept</source>
        <translation>当差异出现在双方都保留了权重的两步之间时，不重做任何一步</translation>
    </message>
    <message>
        <source>a Keras model&apos;s layers</source>
        <translation>Keras 模型的层</translation>
    </message>
    <message>
        <source>Keras, {model}</source>
        <translation>Keras，{model}</translation>
    </message>
    <message>
        <source>models within each other</source>
        <translation>相互嵌套的模型</translation>
    </message>
    <message>
        <source>too many of them</source>
        <translation>太多了</translation>
    </message>
    <message>
        <source>step {step}, in {name}</source>
        <translation>第 {step} 步，{name} 中</translation>
    </message>
    <message>
        <source>&quot;{run}&quot; was done again to name the step and tensor, and did not come to its own bits: {where}. Another program, machine or library made them.</source>
        <translation>为找出步和张量而重做了“{run}”，但没有得到它原来的各位：{where}。那是由另一个程序、机器或库得出的。</translation>
    </message>
    <message>
        <source>&quot;{run}&quot; could not be done again to name the step and tensor: {why}</source>
        <translation>无法为找出步和张量而重做“{run}”：{why}</translation>
    </message>
    <message>
        <source>So the first tensor is one that changed in the steps {from} to {to}.</source>
        <translation>因此，最先不同的张量是在第 {from} 至 {to} 步中改变的某一个。</translation>
    </message>
    <message>
        <source>The steps from {from} to {to} were done again, to name it.</source>
        <translation>为找出它，重做了第 {from} 至 {to} 步。</translation>
    </message>
    <message>
        <source>&quot;{folder}&quot; is no run&apos;s folder of Tensorloom&apos;s, and holds &quot;{file}&quot; of another program: name another folder.</source>
        <translation>“{folder}”不是 Tensorloom 的运行文件夹，其中有其他程序的“{file}”：请指定另一个文件夹。</translation>
    </message>
    <message>
        <source>no step of it can be compared</source>
        <translation>没有可比较的步</translation>
    </message>
    <message>
        <source>The steps from {from} to {to} were done again: after each the weights are the same.</source>
        <translation>重做了第 {from} 至 {to} 步：每一步之后权重都相同。</translation>
    </message>
    <message>
        <source>event files with the times of ops (RunMetadata)</source>
        <translation>带有算子时间的事件文件（RunMetadata）</translation>
    </message>
    <message>
        <source>event files without</source>
        <translation>没有这些时间的事件文件</translation>
    </message>
    <message>
        <source>TensorFlow writes them with FileWriter.add_run_metadata, of a session that ran with FULL_TRACE.</source>
        <translation>TensorFlow 通过 FileWriter.add_run_metadata 写出它们，前提是会话以 FULL_TRACE 运行。</translation>
    </message>
    <message>
        <source>&quot;{folder}&quot; holds no event files: no file in it has &quot;tfevents&quot; in its name.</source>
        <translation>“{folder}”中没有事件文件：其中没有名称含“tfevents”的文件。</translation>
    </message>
    <message>
        <source>A run&apos;s folder, or another program&apos;s with event files</source>
        <translation>一次运行的文件夹，或其他程序带有事件文件的文件夹</translation>
    </message>
    <message>
        <source>Settings, network (by the layers&apos; names), data, versions and machine, results. Of TensorFlow&apos;s, Keras&apos;s and
PyTorch&apos;s runs: the settings that TensorBoard&apos;s hparams plugin keeps, and results.</source>
        <translation>设置、网络（按层的名称）、数据、版本与机器、结果。对 TensorFlow、Keras 和 PyTorch 的运行：
TensorBoard 的 hparams 插件保存的设置，以及结果。</translation>
    </message>
    <message>
        <source>{logs} has another run&apos;s event files: this one&apos;s are in {folder}.</source>
        <translation>{logs} 中已有另一次运行的事件文件：这次运行的写在 {folder}。</translation>
    </message>
    <message>
        <source>TensorBoard event files here too, beside those in the run&apos;s folder under events/; in a folder of the run&apos;s name where another run&apos;s are there already</source>
        <translation>也在此写 TensorBoard 事件文件（除运行文件夹 events/ 中的之外）；如果那里已有另一次运行的文件，则写入以运行命名的文件夹</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>{name} cannot be used: {reason}</source>
        <translation>{name} 无法使用：{reason}</translation>
    </message>
    <message>
        <source>List where networks can be trained here, and why not on other devices</source>
        <translation>列出本机可用于训练的设备，以及其他设备不可用的原因</translation>
    </message>
    <message>
        <source>One object a device</source>
        <translation>每个设备一个对象</translation>
    </message>
    <message>
        <source>A product on a GPU</source>
        <translation>GPU 上的矩阵乘积</translation>
    </message>
    <message>
        <source>Training in 8 bits on {device} ({name})</source>
        <translation>在 {device}（{name}）上以 8 位训练</translation>
    </message>
    <message>
        <source>a card of compute capability 8.9 or more</source>
        <translation>计算能力 8.9 或更高的显卡</translation>
    </message>
    <message>
        <source>Choose the precision bfloat16.</source>
        <translation>请选择精度 bfloat16。</translation>
    </message>
    <message>
        <source>cuBLASLt, asked to {what}</source>
        <translation>cuBLASLt（请求：{what}）</translation>
    </message>
    <message>
        <source>cuDNN, asked to {what}</source>
        <translation>cuDNN（请求：{what}）</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>Install cuDNN 9, or choose the device cpu.</source>
        <translation>请安装 cuDNN 9，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>A plan of cuDNN&apos;s</source>
        <translation>cuDNN 的执行计划</translation>
    </message>
    <message>
        <source>a card to run on</source>
        <translation>可供运行的显卡</translation>
    </message>
    <message>
        <source>one made for a card&apos;s description</source>
        <translation>一个只为显卡描述生成的计划</translation>
    </message>
    <message>
        <source>a stream to work on</source>
        <translation>可供工作的流</translation>
    </message>
    <message>
        <source>that it refused one</source>
        <translation>它拒绝了该流</translation>
    </message>
    <message>
        <source>cuDNN, asked to start</source>
        <translation>cuDNN（请求：启动）</translation>
    </message>
    <message>
        <source>The GPU {name}</source>
        <translation>GPU {name}</translation>
    </message>
    <message>
        <source>a program with kernels for it</source>
        <translation>含有其内核的程序</translation>
    </message>
    <message>
        <source>one that was built without NVIDIA&apos;s compiler</source>
        <translation>一个未用 NVIDIA 编译器构建的程序</translation>
    </message>
    <message>
        <source>Build where nvcc is (./dev build cuda), or choose the device cpu.</source>
        <translation>请在有 nvcc 的环境中构建（./dev build cuda），或选择设备 cpu。</translation>
    </message>
    <message>
        <source>compute capability {oldest} to {newest}</source>
        <translation>计算能力 {oldest} 至 {newest}</translation>
    </message>
    <message>
        <source>Choose the device cpu.</source>
        <translation>请选择设备 cpu。</translation>
    </message>
    <message>
        <source>a GPU</source>
        <translation>一块 GPU</translation>
    </message>
    <message>
        <source>cuBLASLt, asked for a product</source>
        <translation>cuBLASLt（请求：矩阵乘积）</translation>
    </message>
    <message>
        <source>a kernel for {m} x {k} times {k} x {n}</source>
        <translation>用于 {m} x {k} 乘 {k} x {n} 的内核</translation>
    </message>
    <message>
        <source>cuDNN, asked for a convolution</source>
        <translation>cuDNN（请求：卷积）</translation>
    </message>
    <message>
        <source>a plan for {what}</source>
        <translation>用于 {what} 的执行计划</translation>
    </message>
    <message>
        <source>Choose the device cpu for this network.</source>
        <translation>请为此网络选择设备 cpu。</translation>
    </message>
    <message>
        <source>Install {what}, or choose the device cpu.</source>
        <translation>请安装 {what}，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>a version without it</source>
        <translation>一个没有它的版本</translation>
    </message>
    <message>
        <source>Install a newer version of {what}.</source>
        <translation>请安装更新版本的 {what}。</translation>
    </message>
    <message>
        <source>a program that was built with its frontend</source>
        <translation>一个带有其前端构建的程序</translation>
    </message>
    <message>
        <source>Build with the headers of cudnn-frontend (./dev build cuda full), or choose the device cpu.</source>
        <translation>请用 cudnn-frontend 的头文件构建（./dev build cuda full），或选择设备 cpu。</translation>
    </message>
    <message>
        <source>a folder for recordings</source>
        <translation>用于存放录制的文件夹</translation>
    </message>
    <message>
        <source>a recording</source>
        <translation>一个录制</translation>
    </message>
    <message>
        <source>no file of that name</source>
        <translation>没有该名称的文件</translation>
    </message>
    <message>
        <source>a file that can be deleted</source>
        <translation>可以删除的文件</translation>
    </message>
    <message>
        <source>Instead: checks and speeds of this device: cuda, with or without a GPU, or cuda:1</source>
        <translation>改为：检查并测量此设备：cuda（有无 GPU 均可）或 cuda:1</translation>
    </message>
    <message>
        <source>With --device: write all of it to this file, as JSON</source>
        <translation>与 --device 一起：将全部结果以 JSON 写入此文件</translation>
    </message>
    <message>
        <source>With --device: PyTorch&apos;s speeds, a file of tests/peers/device_peers.py</source>
        <translation>与 --device 一起：PyTorch 的速度，tests/peers/device_peers.py 生成的文件</translation>
    </message>
    <message>
        <source>With --device and no GPU: legal orders of the device&apos;s work</source>
        <translation>与 --device 一起且没有 GPU 时：设备工作的合法顺序数</translation>
    </message>
    <message>
        <source>The loss of step {step} is not a number.</source>
        <translation>第 {step} 步的损失不是数。</translation>
    </message>
    <message>
        <source>numbers of tests/peers/device_peers.py</source>
        <translation>tests/peers/device_peers.py 生成的数据</translation>
    </message>
    <message>
        <source>lines with case, setting and images_per_second</source>
        <translation>含 case、setting 和 images_per_second 的行</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>{case} could not run: {sentence}</source>
        <translation>{case} 无法运行：{sentence}</translation>
    </message>
    <message>
        <source>No case is called &quot;{only}&quot;. There are {known}.</source>
        <translation>没有名为“{only}”的用例。可用的有 {known}。</translation>
    </message>
    <message>
        <source>Device {id}: {name}</source>
        <translation>设备 {id}：{name}</translation>
    </message>
    <message>
        <source>FAILED: {kind} {name}, {case}, {what}: {error} instead of {tolerance}. {sentence}</source>
        <translation>失败：{kind} {name}，{case}，{what}：{error}，应不超过 {tolerance}。{sentence}</translation>
    </message>
    <message>
        <source>Written to {path}.</source>
        <translation>已写入 {path}。</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Where to train (default cpu): one of `tensorloom devices`, or several GPUs: cuda:0,cuda:1, or cuda:all</source>
        <translation>在哪里训练（默认 cpu）：`tensorloom devices` 所列之一，或多个 GPU：cuda:0,cuda:1，或 cuda:all</translation>
    </message>
    <message>
        <source>Several devices that train together</source>
        <translation>共同训练的多个设备</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CUPTI, asked to {what}</source>
        <translation>被要求“{what}”的 CUPTI</translation>
    </message>
    <message>
        <source>NCCL, asked to {what}</source>
        <translation>NCCL（操作：{what}）</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library, asked to {what}</source>
        <translation>被要求“{what}”的 NVIDIA 管理库</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;</source>
        <translation>“{name}”</translation>
    </message>
    <message>
        <source>Name GPUs only, or one device.</source>
        <translation>请只指定 GPU，或只指定一个设备。</translation>
    </message>
    <message>
        <source>a GPU that can be used</source>
        <translation>可以使用的 GPU</translation>
    </message>
    <message>
        <source>ids with commas between, each once</source>
        <translation>以逗号分隔的标识，每个只出现一次</translation>
    </message>
    <message>
        <source>{id} twice</source>
        <translation>{id} 出现了两次</translation>
    </message>
    <message>
        <source>{op}&apos;s first element</source>
        <translation>{op} 的起始元素</translation>
    </message>
    <message>
        <source>It is shared by several devices: train on one to look into it.</source>
        <translation>这一步由多个设备共同完成：要查看其内部，请用单个设备训练。</translation>
    </message>
    <message>
        <source>on {device}: {culprit}</source>
        <translation>在 {device} 上：{culprit}</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is made by several devices together, and cannot be made again.</source>
        <translation>“{name}”由多个设备共同得出，无法重新计算。</translation>
    </message>
    <message>
        <source>It left no checkpoint.</source>
        <translation>它没有留下检查点。</translation>
    </message>
    <message>
        <source>float32 (default), tf32, bfloat16, float16 or fp8</source>
        <translation>float32（默认）、tf32、bfloat16、float16 或 fp8</translation>
    </message>
    <message>
        <source>float32 (default), bfloat16 or float16: of values between the layers; tf32: float32, multiplied in TF32; fp8: bfloat16, with matrices multiplied in 8 bits</source>
        <translation>float32（默认）、bfloat16 或 float16：层与层之间数值的精度；tf32：float32，用 TF32 相乘；fp8：bfloat16，矩阵以 8 位相乘</translation>
    </message>
    <message>
        <source>A piece of a network</source>
        <translation>网络的一部分</translation>
    </message>
    <message>
        <source>Numbers read from the GPU</source>
        <translation>从 GPU 读回的数值</translation>
    </message>
    <message>
        <source>those of the last two steps</source>
        <translation>最近两步的数值</translation>
    </message>
    <message>
        <source>those of an earlier one</source>
        <translation>更早一步的数值</translation>
    </message>
    <message>
        <source>Images of a batch on a GPU</source>
        <translation>GPU 上一个批次的图像</translation>
    </message>
    <message>
        <source>at most {count} crops and flips</source>
        <translation>最多 {count} 次裁剪和翻转</translation>
    </message>
    <message>
        <source>The sums over the cards were given up, since one of the cards failed.</source>
        <translation>一张卡出错，因此放弃了各卡之间的求和。</translation>
    </message>
    <message>
        <source>{what} takes {wanted} of memory, and {available} can be had on the device {device}.</source>
        <translation>{what}需要 {wanted} 内存，而设备 {device} 上可用 {available}。</translation>
    </message>
    <message>
        <source>ask for a step</source>
        <translation>提交一步</translation>
    </message>
    <message>
        <source>A value of the step before the last</source>
        <translation>上一步之前那一步的值</translation>
    </message>
    <message>
        <source>one that is fetched</source>
        <translation>会被取回的值</translation>
    </message>
    <message>
        <source>another one</source>
        <translation>另一个值</translation>
    </message>
    <message>
        <source>they are rows of numbers</source>
        <translation>它们是数值行</translation>
    </message>
    <message>
        <source>their labels are numbers</source>
        <translation>它们的标签是数值</translation>
    </message>
    <message>
        <source>they are decoded when they are needed</source>
        <translation>它们在需要时才解码</translation>
    </message>
    <message>
        <source>they are brought to another size</source>
        <translation>它们要调整大小</translation>
    </message>
    <message>
        <source>they are too many</source>
        <translation>它们数量太多</translation>
    </message>
    <message>
        <source>{augmentation} is done on the processor</source>
        <translation>{augmentation} 在处理器上进行</translation>
    </message>
    <message>
        <source>more than {count} crops and flips are done on the processor</source>
        <translation>多于 {count} 次的裁剪和翻转在处理器上进行</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; of {setting} is in the name of no weight that is trained, and changes nothing; their names are such as {names}.</source>
        <translation>{setting} 的“{expression}”不在任何受训权重的名称中，不起作用；名称例如 {names}。</translation>
    </message>
    <message>
        <source>The device {name} has no TF32: it multiplies in float32.</source>
        <translation>设备 {name} 没有 TF32：用 float32 相乘。</translation>
    </message>
    <message>
        <source>The device {name} emulates products in 8 bits: it shows what they do to a training, and takes longer than bfloat16.</source>
        <translation>设备 {name} 模拟 8 位乘积：可以看到它对训练的影响，但用时比 bfloat16 更长。</translation>
    </message>
    <message>
        <source>All {count} products of matrices are in 8 bits.</source>
        <translation>全部 {count} 个矩阵乘积以 8 位计算。</translation>
    </message>
    <message>
        <source>{count} of {all} products of matrices are in 8 bits. The others have sizes that are no multiples of 16, or are many small ones in one.</source>
        <translation>{all} 个矩阵乘积中有 {count} 个以 8 位计算。其余的尺寸不是 16 的倍数，或是由许多小乘积合成的。</translation>
    </message>
    <message>
        <source>they take {wanted}, and {room} may be used for them</source>
        <translation>它们需要 {wanted}，而可供其使用的有 {room}</translation>
    </message>
    <message>
        <source>The {count} training images lie on the device {device} ({size}), and batches are put together there.</source>
        <translation>{count} 张训练图像放在设备 {device} 上（{size}），批次在那里组成。</translation>
    </message>
    <message>
        <source>Training images are sent to the device {device} batch by batch: {why}.</source>
        <translation>训练图像按批次送往设备 {device}：{why}。</translation>
    </message>
    <message>
        <source>float32, tf32, bfloat16, float16 or fp8</source>
        <translation>float32、tf32、bfloat16、float16 或 fp8</translation>
    </message>
    <message>
        <source>Training in 8 bits is called fp8.</source>
        <translation>8 位训练的名称是 fp8。</translation>
    </message>
    <message>
        <source>No driver tells of one.</source>
        <translation>没有驱动报告任何 GPU。</translation>
    </message>
    <message>
        <source>whole epochs</source>
        <translation>完整轮数</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; is there again: what was deleted stays in the trash.</source>
        <translation>“{path}”又存在了：删除的内容留在回收站里。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; could not be put back: it is at &quot;{place}&quot;.</source>
        <translation>无法放回“{path}”：它在“{place}”。</translation>
    </message>
    <message>
        <source>none, mirror or mirror_translate: views of each image whose scores are averaged; default: as the run&apos;s settings say on the test split, none on others</source>
        <translation>none、mirror 或 mirror_translate：每幅图像取其得分平均值的视图；默认：测试集按运行的设置，其他划分为 none</translation>
    </message>
    <message>
        <source>One object: images, views, loss, metrics, classes with precision and recall, confusion_matrix</source>
        <translation>一个对象：images、views、loss、各项指标、带精确率和召回率的 classes、confusion_matrix</translation>
    </message>
    <message>
        <source>Of evaluations on the test split, by the run&apos;s settings: none (default), mirror or mirror_translate; the validation of epochs always looks at the images as they are</source>
        <translation>按运行的设置在测试集上评估时所用：none（默认）、mirror 或 mirror_translate；每轮的验证总是看原样的图像</translation>
    </message>
    <message>
        <source>{how}, alternating</source>
        <translation>{how}，交替</translation>
    </message>
    <message>
        <source>Draws for each image once, in the first epoch; every other epoch shows it the other way round.</source>
        <translation>每幅图像只在第一轮抽取一次；此后每隔一轮以相反的方向出现。</translation>
    </message>
    <message>
        <source>Filters beyond the input&apos;s channels: 0 leaves them at zero, 1 draws them as PyTorch draws a convolution&apos;s.</source>
        <translation>超出输入通道数的滤波器：0 使其保持为零，1 按 PyTorch 抽取卷积核的方式抽取。</translation>
    </message>
    <message>
        <source>The initialiser {name} fills filters only, and {weight} is {shape}. Choose another for it</source>
        <translation>初始化器 {name} 只能填充滤波器，而 {weight} 是 {shape}。请为它另选一个</translation>
    </message>
    <message>
        <source>PatchWhitening found no principal directions in the data: are all numbers finite?</source>
        <translation>PatchWhitening 在数据中找不到主方向：所有数都是有限的吗？</translation>
    </message>
    <message>
        <source>Filters that make neighbouring pixels tell different things, found in the training data before the first step and not trained. Put it first, behind a Normalization.</source>
        <translation>使相邻像素各自说明不同内容的滤波器，在第一步之前从训练数据中求得，不参与训练。请把它放在最前面，紧跟 Normalization 之后。</translation>
    </message>
    <message>
        <source>a patch</source>
        <translation>一个图块</translation>
    </message>
    <message>
        <source>Added to the variance of each direction, so that directions with nothing but noise stay small.</source>
        <translation>加到每个方向的方差上，使只有噪声的方向保持很小。</translation>
    </message>
    <message>
        <source>How many training images are looked at, evenly spread over all of them; 0 is all.</source>
        <translation>查看多少幅训练图像，均匀分布在全部图像中；0 表示全部。</translation>
    </message>
    <message>
        <source>airbench94 (Muon)</source>
        <translation>airbench94（Muon）</translation>
    </message>
    <message>
        <source>A small convolution network with measured first filters, which its author takes to 94% on CIFAR-10 in 8 epochs; comes with its training settings.</source>
        <translation>一个小型卷积网络，第一层滤波器由数据求得，其作者用它在 8 轮内使 CIFAR-10 达到 94%；自带训练设置。</translation>
    </message>
    <message>
        <source>Layers that Muon leaves to AdamW or SGD all the same, such as the last Dense: regular expressions that are found in the weight&apos;s name, commas between.</source>
        <translation>Muon 仍交给 AdamW 或 SGD 的层，例如最后的 Dense：在权重名称中查找的正则表达式，以逗号分隔。</translation>
    </message>
    <message>
        <source>Brings each matrix to a norm of the root of its rows before its step, so that only directions are learned; for weights before a normalisation.</source>
        <translation>每步之前使每个矩阵的范数等于其行数的平方根，因而只学习方向；用于归一化之前的权重。</translation>
    </message>
    <message>
        <source>Muon leaves tables of embeddings out.</source>
        <translation>Muon 不处理嵌入表。</translation>
    </message>
    <message>
        <source>Muon leaves kernels of convolutions out, as in Keras.</source>
        <translation>Muon 不处理卷积核，与 Keras 相同。</translation>
    </message>
    <message>
        <source>What moves all that Muon leaves out and all that is no matrix.</source>
        <translation>由什么来更新 Muon 不处理的权重和所有非矩阵的权重。</translation>
    </message>
    <message>
        <source>How much of SGD&apos;s last direction is kept.</source>
        <translation>SGD 保留上一次方向的多少。</translation>
    </message>
    <message>
        <source>SGD looks one momentum step ahead.</source>
        <translation>SGD 向前看一个动量步。</translation>
    </message>
    <message>
        <source>This much of each weight that SGD takes is added to its gradient, as PyTorch does.</source>
        <translation>由 SGD 更新的每个权重的这一份额加到其梯度上，与 PyTorch 相同。</translation>
    </message>
    <message>
        <source>weights and their factors with commas between, such as bias$=2, gamma=0.5</source>
        <translation>权重及其系数，以逗号分隔，例如 bias$=2, gamma=0.5</translation>
    </message>
    <message>
        <source>test_time_augmentation</source>
        <translation>test_time_augmentation</translation>
    </message>
    <message>
        <source>none, mirror or mirror_translate</source>
        <translation>none、mirror 或 mirror_translate</translation>
    </message>
    <message>
        <source>the mean of {views} views of each image</source>
        <translation>每幅图像 {views} 个视图的平均</translation>
    </message>
    <message>
        <source>Test-time augmentation</source>
        <translation>测试时增强</translation>
    </message>
    <message>
        <source>rows of {shape}</source>
        <translation>形状为 {shape} 的行</translation>
    </message>
    <message>
        <source>Weights with a rate of their own, such as bias$=2, dense_1=0.1: regular expressions that are found in the weight&apos;s name, each with what the rate is multiplied by; commas between.</source>
        <translation>有自己学习率的权重，例如 bias$=2, dense_1=0.1：在权重名称中查找的正则表达式，各带学习率的倍数，以逗号分隔。</translation>
    </message>
    <message>
        <source>The same for the weights&apos; decay.</source>
        <translation>同样的写法，用于权重衰减。</translation>
    </message>
    <message>
        <source>Weights that learn in the first epochs only: regular expressions that are found in the weight&apos;s name, commas between. Their rate goes through the whole schedule in that time and is 0 then.</source>
        <translation>只在最初几轮学习的权重：在权重名称中查找的正则表达式，以逗号分隔。它们的学习率在这段时间内走完整个调度，之后为 0。</translation>
    </message>
    <message>
        <source>Epochs in which weights of freeze_out learn.</source>
        <translation>freeze_out 中的权重学习的轮数。</translation>
    </message>
    <message>
        <source>last seconds</source>
        <translation>最近几秒</translation>
    </message>
    <message>
        <source>{count} {count|step|steps}</source>
        <translation>{count} 步</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>time to compile it</source>
        <translation>编译它的时间</translation>
    </message>
    <message>
        <source>it was asked to stop</source>
        <translation>已被要求停止</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; was changed since, by another program: it stays so.</source>
        <translation>“{name}”在此之后被其他程序更改过：保持现状。</translation>
    </message>
    <message>
        <source>Use {layer}</source>
        <translation>改用 {layer}</translation>
    </message>
    <message>
        <source>Connect {layer}</source>
        <translation>连接 {layer}</translation>
    </message>
    <message>
        <source>This network has no product of two matrices that could be in 8 bits: it trains in bfloat16.</source>
        <translation>此网络没有可以用 8 位计算的矩阵乘法：以 bfloat16 训练。</translation>
    </message>
    <message>
        <source>This machine has no device {device}.</source>
        <translation>本机没有设备 {device}。</translation>
    </message>
    <message>
        <source>All weights of the network are frozen: switch trainable on in a layer that is to learn.</source>
        <translation>网络的所有权重都已冻结：请在需要学习的层上打开 trainable。</translation>
    </message>
    <message>
        <source>A run takes {wanted} of memory, and the device has {there}: choose a smaller batch.</source>
        <translation>一次运行需要 {wanted} 内存，而设备只有 {there}：请选择更小的批次。</translation>
    </message>
    <message>
        <source>Name the column of labels.</source>
        <translation>请指明标签所在的列。</translation>
    </message>
    <message>
        <source>Fill them in, or name another column as the label.</source>
        <translation>请补全这些标签，或指定另一列作为标签。</translation>
    </message>
    <message>
        <source>The {kind}&apos;s rows and columns are gone before it gets here; move this layer above {layer}.</source>
        <translation>到达这里之前，{kind}的行和列已经丢失；请把此层移到{layer}之前。</translation>
    </message>
    <message>
        <source>Move above {layer}</source>
        <translation>移到 {layer} 之前</translation>
    </message>
    <message>
        <source>The data set is a table, whose rows are vectors; use Dense layers, or open images.</source>
        <translation>数据集是表格，每一行是一个向量；请使用 Dense 层，或打开图像。</translation>
    </message>
    <message>
        <source>Every {kind} that comes into the network is this small.</source>
        <translation>进入网络的每个{kind}都这么小。</translation>
    </message>
    <message>
        <source>Pooling or strides before it have made the {kind} this small.</source>
        <translation>之前的池化或步幅使{kind}变得这么小。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; is damaged: what stands behind the damage cannot be read.</source>
        <translation>“{file}”已损坏：损坏处之后的内容无法读取。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; ends within a record, as where its writer was killed.</source>
        <translation>“{file}”在一条记录中间结束，可能是写入它的程序被终止了。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; is empty.</source>
        <translation>“{file}”是空文件。</translation>
    </message>
    <message>
        <source>&quot;{file}&quot;: {records} {records|record|records} could not be read.</source>
        <translation>“{file}”：有 {records} 条记录无法读取。</translation>
    </message>
    <message>
        <source>Insert Dense with {count} {count|unit|units}</source>
        <translation>插入有 {count} 个单元的 Dense</translation>
    </message>
    <message>
        <source>Insert {layer} after {node}</source>
        <translation>在 {node} 之后插入 {layer}</translation>
    </message>
    <message>
        <source>A run&apos;s folder (its best checkpoint, else its newest) or a checkpoint file</source>
        <translation>运行的文件夹（有最佳检查点则用最佳，否则用最新的）或一个检查点文件</translation>
    </message>
    <message>
        <source>A run&apos;s folder (its best checkpoint, else its newest) or a checkpoint file; RUN/checkpoint.safetensors is the newest</source>
        <translation>运行的文件夹（有最佳检查点则用最佳，否则用最新的）或一个检查点文件；RUN/checkpoint.safetensors 是最新的</translation>
    </message>
    <message>
        <source>The weights are those of {file}, after step {step}.</source>
        <translation>权重取自 {file}，第 {step} 步之后。</translation>
    </message>
    <message>
        <source>Commas in numbers are read as decimal points: 1,5 is 1.5.</source>
        <translation>数字中的逗号按小数点读取：1,5 即 1.5。</translation>
    </message>
    <message>
        <source>The data set&apos;s labels are classes, and the metric {name} is of numbers</source>
        <translation>数据集的标签是类别，而指标 {name} 是用于数值的</translation>
    </message>
    <message>
        <source>Nothing tells how many samples are given their class.</source>
        <translation>没有任何指标说明有多少样本被分到了正确的类别。</translation>
    </message>
    <message>
        <source>The data set&apos;s labels are classes, and {name} is a loss for numbers</source>
        <translation>数据集的标签是类别，而 {name} 是用于数值的损失</translation>
    </message>
    <message>
        <source>It trains all the same, but a cross-entropy learns classes better.</source>
        <translation>仍然可以训练，但交叉熵更适合学习类别。</translation>
    </message>
    <message>
        <source>The data set could not be opened: {sentence}</source>
        <translation>无法打开数据集：{sentence}</translation>
    </message>
    <message>
        <source>It is meant for pixels of 0 to 255, and the data&apos;s values are from {least} to {most}</source>
        <translation>它用于 0 到 255 的像素，而数据的值在 {least} 到 {most} 之间</translation>
    </message>
    <message>
        <source>It brings them so close together ({spread} from end to end) that little is learned.</source>
        <translation>它把这些值压得太近（首尾只差 {spread}），几乎学不到东西。</translation>
    </message>
    <message>
        <source>a folder with a data set in it</source>
        <translation>内含数据集的文件夹</translation>
    </message>
    <message>
        <source>--wrong {file}</source>
        <translation>--wrong {file}</translation>
    </message>
    <message>
        <source>a network that tells classes</source>
        <translation>给出类别的网络</translation>
    </message>
    <message>
        <source>one that tells numbers</source>
        <translation>给出数值的网络</translation>
    </message>
    <message>
        <source>Also a CSV table of what was taken for another class than its own, the surest first</source>
        <translation>另写一个 CSV 表，列出被判为其他类别的样本，最有把握的在前</translation>
    </message>
    <message>
        <source>&quot;{file}&quot;: a file to export ends in .safetensors (the weights) or .tlm (the project, without weights).</source>
        <translation>“{file}”：要导出的文件以 .safetensors（权重）或 .tlm（不含权重的项目）结尾。</translation>
    </message>
    <message>
        <source>FILE.safetensors: the weights. FILE.tlm: the project without weights</source>
        <translation>FILE.safetensors：权重。FILE.tlm：不含权重的项目</translation>
    </message>
    <message>
        <source>The averages of a run with --use-ema in the place of its weights; an error where it has none</source>
        <translation>用 --use-ema 运行所得的平均值代替其权重；没有平均值时报错</translation>
    </message>
    <message>
        <source>Also what the optimizer keeps, so that --resume can go on from the file</source>
        <translation>同时包含优化器保存的内容，使 --resume 可以从该文件继续</translation>
    </message>
    <message>
        <source>The batch of {batch} is larger than the training set of {count} samples. Add --batch {count}, or fewer.</source>
        <translation>批大小 {batch} 大于训练集的 {count} 个样本。请加上 --batch {count} 或更小的值。</translation>
    </message>
    <message>
        <source>{time} {pace} samples/s</source>
        <translation>{time} {pace} 样本/秒</translation>
    </message>
    <message>
        <source>Epoch {epoch}/{epochs}, step {step}/{steps} - {pace} samples/s</source>
        <translation>第 {epoch}/{epochs} 轮，第 {step}/{steps} 步 - {pace} 样本/秒</translation>
    </message>
    <message>
        <source>{time} left {pace} samples/s</source>
        <translation>剩余 {time} {pace} 样本/秒</translation>
    </message>
    <message>
        <source>{pace} samples/s</source>
        <translation>{pace} 样本/秒</translation>
    </message>
    <message>
        <source>Samples a step</source>
        <translation>每步样本数</translation>
    </message>
    <message>
        <source>Share of training samples held out for validation, where the data has no validation split (default 0; a new project of the window has 0.1)</source>
        <translation>数据没有验证集时，留出作验证的训练样本比例（默认 0；窗口的新项目为 0.1）</translation>
    </message>
    <message>
        <source>Hold out the same share of every class (a project that does not say: of all samples alike)</source>
        <translation>每个类别留出相同比例（项目未说明时：从全部样本中抽取）</translation>
    </message>
    <message>
        <source>The images of &quot;{name}&quot; are brought to {size}, which the network takes.</source>
        <translation>“{name}”的图像已调整为网络所需的 {size}。</translation>
    </message>
    <message>
        <source>The classes of &quot;{name}&quot; ({theirs}) are not those of the network ({own}).</source>
        <translation>“{name}”的类别（{theirs}）与网络的类别（{own}）不同。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; holds the weights alone, and nothing of what the optimizer needs to go on. Begin a new run with them by --weights {path}.</source>
        <translation>“{path}”只含权重，没有优化器继续训练所需的内容。请用 --weights {path} 以这些权重开始新的运行。</translation>
    </message>
    <message>
        <source>{network}, {parameters} parameters, on {data}: {count} samples of {shape}, {classes} classes</source>
        <translation>{network}，{parameters} 个参数，数据 {data}：{count} 个 {shape} 的样本，{classes} 个类别</translation>
    </message>
    <message>
        <source>Validation on the test split, {count} samples</source>
        <translation>在测试集上验证，{count} 个样本</translation>
    </message>
    <message>
        <source>Validation on {count} samples</source>
        <translation>在 {count} 个样本上验证</translation>
    </message>
    <message>
        <source>MNIST&apos;s IDX files, CIFAR-10&apos;s binary files, NumPy arrays (x_train.npy and y_train.npy), CSV files (train.csv), TFRecord files, or one sub-folder of images for each class</source>
        <translation>MNIST 的 IDX 文件、CIFAR-10 的二进制文件、NumPy 数组（x_train.npy 和 y_train.npy）、CSV 文件（train.csv）、TFRecord 文件，或每个类别一个图像子文件夹</translation>
    </message>
    <message>
        <source>A data set lies in its sub-folder {name}: open {path}.</source>
        <translation>其子文件夹 {name} 是一个数据集：请打开 {path}。</translation>
    </message>
    <message>
        <source>The samples of the data set enter here, a batch at a time.</source>
        <translation>数据集的样本由此进入，每次一批。</translation>
    </message>
    <message>
        <source>Add one from the palette; the data enter there.</source>
        <translation>从层库中添加一个；数据由此进入。</translation>
    </message>
    <message>
        <source>{file} was not written.</source>
        <translation>{file} 未能写入。</translation>
    </message>
    <message>
        <source>{file} is written again.</source>
        <translation>{file} 又可以写入了。</translation>
    </message>
    <message>
        <source>The rows of &quot;{name}&quot;</source>
        <translation>“{name}”的行</translation>
    </message>
    <message>
        <source>a run&apos;s predictions</source>
        <translation>一次训练的预测</translation>
    </message>
    <message>
        <source>another file</source>
        <translation>其他文件</translation>
    </message>
    <message>
        <source>{count} samples</source>
        <translation>{count} 个样本</translation>
    </message>
    <message>
        <source>The batch of {batch} is larger than the training set of {count} samples. Choose a batch of {count} or fewer.</source>
        <translation>批大小 {batch} 大于训练集的 {count} 个样本。请选择 {count} 或更小的批大小。</translation>
    </message>
    <message>
        <source>The data {data} has no validation split.</source>
        <translation>数据 {data} 没有验证划分。</translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 wrong command line, 2 bad input (a file, data set or network), 3 training or a check
failed or the output could not be written, 130 interrupted (train wrote a checkpoint).

To begin: tensorloom train --template lenet --data sample --epochs 3 --out run</source>
        <translation>退出码：0 完成，1 命令行有误，2 输入有误（文件、数据集或网络），3 训练或检查失败，
或输出未能写入，130 被中断（train 已写入检查点）。

入门：tensorloom train --template lenet --data sample --epochs 3 --out run</translation>
    </message>
    <message>
        <source>Not all of the output could be written: is the disk full, or standard output closed?</source>
        <translation>输出未能全部写入：磁盘是否已满，或标准输出已关闭？</translation>
    </message>
    <message>
        <source>{option} changes nothing without {other}.</source>
        <translation>没有 {other} 时，{option} 不起作用。</translation>
    </message>
    <message>
        <source>The checkpoint is older than what is kept of a table: the columns of &quot;{name}&quot; are taken in their order, and filled and scaled by their own values.</source>
        <translation>该检查点较旧，未保存表格的处理方式：“{name}”的列按顺序读取，并用其自身的值填补和缩放。</translation>
    </message>
    <message>
        <source>Go on with a run: its folder. It ends as one that was never stopped would. One that EarlyStopping has ended goes on with a larger patience, or --callback none</source>
        <translation>继续一次运行：其文件夹。结果与从未停止的运行相同。被 EarlyStopping 结束的运行，加大 patience 或用 --callback none 才会继续</translation>
    </message>
    <message>
        <source>The setting {key} of &quot;{name}&quot;</source>
        <translation>“{name}”的设置 {key}</translation>
    </message>
    <message>
        <source>{value}, as the model was trained with</source>
        <translation>{value}（与模型训练时相同）</translation>
    </message>
    <message>
        <source>Leave it out: rows are made ready as those were that the model was trained on.</source>
        <translation>请去掉此设置：数据行会按模型训练时的方式处理。</translation>
    </message>
    <message>
        <source>The columns of {path}</source>
        <translation>{path} 的列</translation>
    </message>
    <message>
        <source>{names}, which the model was trained on</source>
        <translation>{names}（模型训练时所用）</translation>
    </message>
    <message>
        <source>classes of the network: {names}</source>
        <translation>网络的类别：{names}</translation>
    </message>
    <message>
        <source>the column of labels, {name}</source>
        <translation>标签列 {name}</translation>
    </message>
    <message>
        <source>a number, as in the rows that the model was trained on</source>
        <translation>数字，与模型的训练数据行相同</translation>
    </message>
    <message>
        <source>Columns that the model was not trained on are left out: {names}.</source>
        <translation>已略去模型训练时没有用到的列：{names}。</translation>
    </message>
    <message>
        <source>Column {name}: {count} cells hold words that no training row had, as &quot;{word}&quot;. To the model they are empty.</source>
        <translation>{name} 列：有 {count} 个单元格的词未在训练数据中出现过，例如“{word}”。对模型而言它们是空的。</translation>
    </message>
    <message>
        <source>its data_schema</source>
        <translation>其中的 data_schema</translation>
    </message>
    <message>
        <source>as many numbers as columns</source>
        <translation>与列数相同的数字个数</translation>
    </message>
    <message>
        <source>The data set has one class only: there is nothing to tell apart</source>
        <translation>数据集只有一个类别：没有可区分的内容</translation>
    </message>
    <message>
        <source>Add samples of another class: a second folder, or rows with another label. Where numbers are to be learned, choose a column of numbers as the label.</source>
        <translation>请添加另一类别的样本：第二个文件夹，或带有其他标签的行。若要学习数值，请选择数值列作为标签。</translation>
    </message>
    <message>
        <source>EarlyStopping has ended the run after epoch {epoch}: the best was epoch {best}. To go on, give it a patience above {patience}, or take it away.</source>
        <translation>EarlyStopping 已在第 {epoch} 轮后结束该运行：最好的是第 {best} 轮。要继续，请把 patience 设为大于 {patience}，或去掉它。</translation>
    </message>
    <message>
        <source>Lower the learning rate (it was {rate}), or go on from {path}, which is of step {step}.</source>
        <translation>请降低学习率（原为 {rate}），或从 {path}（第 {step} 步）继续。</translation>
    </message>
    <message>
        <source>Lower the learning rate (it was {rate}); the only checkpoint is of the beginning.</source>
        <translation>请降低学习率（原为 {rate}）；唯一的检查点是开始时的。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; exists already: name another folder, or replace it with --overwrite.</source>
        <translation>“{path}”已存在：请指定另一个文件夹，或用 --overwrite 替换它。</translation>
    </message>
    <message>
        <source>Replace the files that are in --out</source>
        <translation>替换 --out 中已有的文件</translation>
    </message>
    <message>
        <source>The run&apos;s batch of {batch} is larger than the training set of {count} samples, and it goes on with it. Give data of {batch} samples or more.</source>
        <translation>该训练的批大小 {batch} 大于训练集的 {count} 个样本，而继续训练时沿用此批大小。请提供至少 {batch} 个样本的数据。</translation>
    </message>
    <message>
        <source>Scores below zero are lost, and less is learned.</source>
        <translation>小于零的得分会丢失，学到的更少。</translation>
    </message>
    <message>
        <source>Drag another wire to its top, or do without it.</source>
        <translation>请再拖一条连线到它的顶部，或者去掉它。</translation>
    </message>
    <message>
        <source>The values that “{layer}” makes are from {least} to {most}, and it rescales them once more</source>
        <translation>“{layer}”给出的值在 {least} 到 {most} 之间，而它又缩放了一次</translation>
    </message>
    <message>
        <source>The model holds the averages of its weights alone, as an export of a run with use_ema does. The last weights are in the run&apos;s folder.</source>
        <translation>该模型只含权重的滑动平均值，使用 use_ema 的训练导出后即是如此。最后的权重在该训练的文件夹中。</translation>
    </message>
    <message>
        <source>The run went on meanwhile. Its own validations write the list.</source>
        <translation>该训练在此期间又继续了。列表由它自己的验证写出。</translation>
    </message>
    <message>
        <source>Did you mean {name}?</source>
        <translation>您是否想输入 {name}？</translation>
    </message>
    <message>
        <source>{now} instead of {before}</source>
        <translation>{now}（原为 {before}）</translation>
    </message>
    <message>
        <source>{count} training samples instead of {before}</source>
        <translation>{count} 个训练样本（原为 {before} 个）</translation>
    </message>
    <message>
        <source>the classes {now} instead of {before}</source>
        <translation>类别 {now}（原为 {before}）</translation>
    </message>
    <message>
        <source>other labels, or the same in another order</source>
        <translation>标签不同，或标签的顺序不同</translation>
    </message>
    <message>
        <source>The rows are written as {settings} made them, and the files do not tell: a model of theirs does not fit other rows. Say it of the files instead, tfrecord:PATTERN?{settings}.</source>
        <translation>数据行按 {settings} 处理后写出，而文件中没有记录这一点：用它们训练的模型不适用于其他数据行。请改在读取文件时指定：tfrecord:PATTERN?{settings}。</translation>
    </message>
    <message>
        <source>A data set as train takes it; default: what it was trained on</source>
        <translation>数据集，写法与 train 相同；默认：训练时所用的数据</translation>
    </message>
    <message>
        <source>{count} of {all}; --count N for more.</source>
        <translation>已显示 {all} 个中的 {count} 个；用 --count N 可显示更多。</translation>
    </message>
    <message>
        <source>Some rows have no label: what is predicted is not compared with any.</source>
        <translation>部分数据行没有标签：预测结果不与任何标签比较。</translation>
    </message>
    <message>
        <source>The rows have no labels: what is predicted is not compared with any.</source>
        <translation>数据行没有标签：预测结果不与标签比较。</translation>
    </message>
    <message>
        <source>1 row without a label is left out.</source>
        <translation>1 行没有标签，已略去。</translation>
    </message>
    <message>
        <source>{count} rows without a label are left out.</source>
        <translation>{count} 行没有标签，已略去。</translation>
    </message>
    <message>
        <source>Column {name}: 1 cell holds a word that no training row had, &quot;{word}&quot;. To the model it is empty.</source>
        <translation>{name} 列：有 1 个单元格的词“{word}”未在训练数据中出现过。对模型而言它是空的。</translation>
    </message>
    <message>
        <source>No class folder of {directory} holds images itself, only the folders in it do: if {names} are data sets of their own, open one of them.</source>
        <translation>{directory} 的类别文件夹本身都不含图像，图像只在其下的文件夹中：如果 {names} 各自是数据集，请打开其中之一。</translation>
    </message>
    <message>
        <source>Open it as &quot;{title}&quot;: {spec}.</source>
        <translation>请按“{title}”打开：{spec}。</translation>
    </message>
    <message>
        <source>The event files lack some of what the run told: the disk was too slow for it.</source>
        <translation>事件文件缺少该运行所报告的部分内容：磁盘来不及写入。</translation>
    </message>
    <message>
        <source>Move above {layer} as {type}</source>
        <translation>移到 {layer} 上方并改为 {type}</translation>
    </message>
    <message>
        <source>The sequence&apos;s steps are gone before it gets here; move this layer above {layer}.</source>
        <translation>序列的步在到达这里之前就已消失；请把此层移到 {layer} 上方。</translation>
    </message>
    <message>
        <source>It gets the data&apos;s values as they are, from {least} to {most}</source>
        <translation>它直接得到数据的原始值，从 {least} 到 {most}</translation>
    </message>
    <message>
        <source>Its weights are made for values of about 1: with such large ones a training begins with a huge loss, and may learn little.</source>
        <translation>它的权重是为 1 左右的值准备的：值这么大时，训练一开始损失就极大，而且可能学不到什么。</translation>
    </message>
    <message>
        <source>A confusion matrix is not what it says.</source>
        <translation>混淆矩阵与其所述不符。</translation>
    </message>
    <message>
        <source>The run&apos;s journal lacks {count} of the events that the run told: the disk was too slow for them.</source>
        <translation>运行的日志缺少该运行所报告的 {count} 个事件：磁盘来不及写入。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; cannot be written: {reason}. The training goes on without more hashes of its weights.</source>
        <translation>无法写入“{path}”：{reason}。训练继续进行，但不再记录权重的哈希。</translation>
    </message>
    <message>
        <source>EarlyStopping does not bring the earlier best weights back: those in the checkpoint do not fit this network.</source>
        <translation>EarlyStopping 不会恢复先前的最佳权重：检查点中的权重与此网络不符。</translation>
    </message>
    <message>
        <source>Warms up along a line, over 5 % of the steps where nothing is said, and falls along half a cosine, once or with restarts. Keras&apos;s CosineDecay has no warm-up: pct_warmup=0.</source>
        <translation>先沿直线升温（未另行设置时为总步数的 5 %），再沿半个余弦下降，一次或多次重启。Keras 的 CosineDecay 没有升温：pct_warmup=0。</translation>
    </message>
    <message>
        <source>In &quot;{path}&quot; a confusion matrix at byte {at} is left out: {sentence}</source>
        <translation>“{path}”中位于第 {at} 字节的混淆矩阵已略去：{sentence}</translation>
    </message>
    <message>
        <source>The run goes on with it as it is.</source>
        <translation>运行将按现有数据继续。</translation>
    </message>
    <message>
        <source>The data is not what the run was trained on: {changes}.</source>
        <translation>数据与该运行训练时所用的不同：{changes}。</translation>
    </message>
    <message>
        <source>Class scores or predicted numbers of samples, by a trained network</source>
        <translation>由训练好的网络给出样本的类别得分或预测值</translation>
    </message>
    <message>
        <source>Image files (JPEG, PNG, BMP, GIF, WebP, TIFF); tables and all other data by --data</source>
        <translation>图像文件（JPEG、PNG、BMP、GIF、WebP、TIFF）；表格和其他数据用 --data</translation>
    </message>
    <message>
        <source>1 row has no label: what is predicted for it is not compared.</source>
        <translation>1 行没有标签：对它的预测不作比较。</translation>
    </message>
    <message>
        <source>{count} rows have no label: what is predicted for them is not compared.</source>
        <translation>{count} 行没有标签：对它们的预测不作比较。</translation>
    </message>
    <message>
        <source>a folder or a file</source>
        <translation>文件夹或文件</translation>
    </message>
    <message>
        <source>a whole number below 2^63</source>
        <translation>小于 2^63 的整数</translation>
    </message>
    <message>
        <source>at most {count} blocks one below the other</source>
        <translation>纵向最多 {count} 个块</translation>
    </message>
    <message>
        <source>The kernels of {op} could not be tried. {fault}</source>
        <translation>未能试用 {op} 的各个内核。{fault}</translation>
    </message>
    <message>
        <source>Kernels to be tried</source>
        <translation>要试用的内核</translation>
    </message>
    <message>
        <source>those of {devices}</source>
        <translation>{devices} 的内核</translation>
    </message>
    <message>
        <source>another device&apos;s</source>
        <translation>另一设备的内核</translation>
    </message>
    <message>
        <source>The numbers to learn come from a {activation}, “{layer}”</source>
        <translation>要学习的数值来自 {activation}“{layer}”</translation>
    </message>
    <message>
        <source>Share of training items for test, where the data has no test split (default 0)</source>
        <translation>数据没有测试划分时，留作测试的训练样本比例（默认 0）</translation>
    </message>
    <message>
        <source>The result is not kept with the run. {reason}</source>
        <translation>结果未随运行保存。{reason}</translation>
    </message>
    <message>
        <source>What runs have in common and what not</source>
        <translation>多次运行的相同与不同之处</translation>
    </message>
    <message>
        <source>The others&apos;, one or more</source>
        <translation>其他运行的文件夹，一个或多个</translation>
    </message>
    <message>
        <source>Share of training samples held out for test, where the data has no test split (default 0); the share for validation is of the rest</source>
        <translation>数据没有测试集时，留出作测试的训练样本比例（默认 0）；验证的比例按其余样本计算</translation>
    </message>
    <message>
        <source>Held out for test: {count} samples</source>
        <translation>留作测试：{count} 个样本</translation>
    </message>
    <message>
        <source>The test fraction</source>
        <translation>测试集比例</translation>
    </message>
    <message>
        <source>The data has a test split of its own: no share is held out for test.</source>
        <translation>数据自带测试集：不再留出测试样本。</translation>
    </message>
    <message>
        <source>{option} changes nothing of what is told of &quot;{path}&quot;.</source>
        <translation>对“{path}”的说明不受 {option} 影响。</translation>
    </message>
    <message>
        <source>Compares the numbers of the steps and the hashes of the weights that both kept, and checkpoints of the same
step; names the first step and tensor that differ. Where those lie between two steps whose weights both kept,
the steps between are done again, from the nearest checkpoint, in a folder that is gone afterwards.
Exit codes: 0 the same bits, 2 bad input or nothing that both have, 3 they differ.</source>
        <translation>比较双方都保存的各步数值和权重哈希以及同一步的检查点；
指出最先不同的步和张量。若它们位于双方都保存了权重哈希的两步之间，
则从最近的检查点起在一个临时文件夹中重做其间各步。
退出码：0 逐位相同，2 输入有误或没有双方共有的内容，3 二者不同。</translation>
    </message>
    <message>
        <source>&quot;{directory}&quot; holds another run, which the one that goes on would write over: leave --out away, or name a folder without a run.</source>
        <translation>“{directory}”中是另一次运行，继续训练会将其覆盖：请去掉 --out，或指定一个没有运行的文件夹。</translation>
    </message>
    <message>
        <source>Each epoch is validated on the data&apos;s validation split, on the part that --val-fraction holds out, or else
on a test split that the data brings; its values are called val_loss and val_accuracy. The run&apos;s folder gets
checkpoint.safetensors after each epoch, when stopped, and else every --checkpoint-seconds; best.safetensors,
of the epoch with the highest val_accuracy (of equal ones, and where there is none, with the lowest val_loss);
project.tlm, history.csv, journal.bin with its curves, and run.json, which says what it is. The window lists
it and shows it while it trains. Ctrl+C stops after the step under way and writes a checkpoint.
Exit codes: 0 done, 1 wrong command line, 2 bad input, 3 training failed (a loss that is no number),
130 interrupted.</source>
        <translation>每轮之后在数据的验证划分、--val-fraction 留出的部分或数据自带的测试划分上验证；
其值名为 val_loss 和 val_accuracy。运行的文件夹中，每轮之后、停止时以及每隔 --checkpoint-seconds
写入 checkpoint.safetensors；另有 best.safetensors，即 val_accuracy 最高的一轮（相同或没有时，
val_loss 最低的一轮）、project.tlm、history.csv、含有其曲线的 journal.bin，
以及说明该运行的 run.json。窗口会列出它，并在训练时显示。
Ctrl+C 在当前步之后停止，并写入检查点。
退出码：0 完成，1 命令行有误，2 输入有误，3 训练失败（损失不是数），130 被中断。</translation>
    </message>
    <message>
        <source>It is an IDX file of {type}, and only those of unsigned bytes are read.</source>
        <translation>这是元素类型为 {type} 的 IDX 文件，而只能读取无符号字节的 IDX 文件。</translation>
    </message>
    <message>
        <source>the label or the split</source>
        <translation>标签或划分</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Name another column for one of them.</source>
        <translation>请为其中之一指定其他列。</translation>
    </message>
    <message>
        <source>images of bytes in all splits, as in the first</source>
        <translation>各划分中均为字节图像（与第一个划分一致）</translation>
    </message>
    <message>
        <source>Save them as uint8, or all of them as float32.</source>
        <translation>请将其保存为 uint8，或全部保存为 float32。</translation>
    </message>
    <message>
        <source>All samples of {count} {count|class|classes} are held out, and none are left to train on: {names}. Hold out a smaller share, or add samples.</source>
        <translation>{count} 个类别的样本全部被留出，没有可供训练的样本：{names}。请减小留出比例，或添加样本。</translation>
    </message>
    <message>
        <source>One of them has epochs that no journal tells: of their numbers there are 8 digits.</source>
        <translation>其中一次有日志没有记下的轮次：这些数只有 8 位有效数字。</translation>
    </message>
    <message>
        <source>EarlyStopping cannot bring the weights of epoch {epoch} back: an older version wrote the checkpoint, with those of another EarlyStopping in their place.</source>
        <translation>EarlyStopping 无法恢复第 {epoch} 轮的权重：该检查点由旧版本写入，其中该位置存放的是另一个 EarlyStopping 的权重。</translation>
    </message>
</context>
<context>
    <name>EvaluationText</name>
    <message>
        <source>samples: %1</source>
        <translation>样本：%1</translation>
    </message>
</context>
<context>
    <name>GraphPictures</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n op(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n 个块</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ItemTitle</name>
    <message>
        <source>%1 line %2</source>
        <comment>train line 3</comment>
        <translation>%1 第 %2 行</translation>
    </message>
    <message>
        <source>%1, held out for validation</source>
        <comment>train 3</comment>
        <translation>%1（留作验证）</translation>
    </message>
    <message>
        <source>%1, held out for test</source>
        <comment>train 3</comment>
        <translation>%1（留作测试）</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
</context>
<context>
    <name>Menu</name>
    <message>
        <source>New from template</source>
        <translation>由模板新建</translation>
    </message>
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
        <source>&amp;Network</source>
        <translation>网络(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
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
        <source>Add layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言 (Language)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>X axis</source>
        <translation>X 轴</translation>
    </message>
    <message>
        <source>Band of groups</source>
        <translation>分组的色带</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>under a second</source>
        <translation>不到一秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>A workbench for neural networks.</source>
        <translation>神经网络工作台。</translation>
    </message>
    <message>
        <source>dark or light.</source>
        <translation>dark 或 light。</translation>
    </message>
    <message>
        <source>Keep settings and recovery copies in and beside this file.</source>
        <translation>把设置和恢复副本放在此文件中和旁边。</translation>
    </message>
    <message>
        <source>Take screenshots of every workspace into a folder and end.</source>
        <translation>把每个工作区的截图存入文件夹后结束。</translation>
    </message>
    <message>
        <source>A project file (.tlm) or a folder of images.</source>
        <translation>项目文件（.tlm）或图像文件夹。</translation>
    </message>
    <message>
        <source>Do not open the project that was open last.</source>
        <translation>不打开上次打开的项目。</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>要做什么？</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
    <message>
        <source>Search keys and gestures</source>
        <translation>搜索按键和手势</translation>
    </message>
    <message>
        <source>Pan the canvas</source>
        <translation>平移画布</translation>
    </message>
    <message>
        <source>middle-drag, Space+drag</source>
        <translation>中键拖动，空格+拖动</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>以光标为中心缩放</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Add a layer at the cursor</source>
        <translation>在光标处添加层</translation>
    </message>
    <message>
        <source>double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Add to the selection</source>
        <translation>加入所选</translation>
    </message>
    <message>
        <source>Shift+click, Shift+drag</source>
        <translation>Shift+单击，Shift+拖动</translation>
    </message>
    <message>
        <source>Take in or out of the selection</source>
        <translation>加入或移出所选</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+单击</translation>
    </message>
    <message>
        <source>Break a port&apos;s wires</source>
        <translation>断开端口的连线</translation>
    </message>
    <message>
        <source>Alt+click</source>
        <translation>Alt+单击</translation>
    </message>
    <message>
        <source>Nudge the selection</source>
        <translation>微移所选</translation>
    </message>
    <message>
        <source>arrow keys</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Walk from layer to layer</source>
        <translation>在层之间移动</translation>
    </message>
    <message>
        <source>Alt+arrow keys</source>
        <translation>Alt+方向键</translation>
    </message>
    <message>
        <source>Zoom a chart</source>
        <translation>缩放图表</translation>
    </message>
    <message>
        <source>wheel, drag</source>
        <translation>滚轮，拖动</translation>
    </message>
    <message>
        <source>Show all of a chart</source>
        <translation>显示整个图表</translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Hyperparameters</source>
        <translation>超参数</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Debugger</source>
        <translation>调试器</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>预测</translation>
    </message>
</context>
<context>
    <name>PictureFile</name>
    <message>
        <source>The picture could not be written to %1: %2. Choose another folder.</source>
        <translation>无法把图片写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The picture was not written to %1: it takes more memory than there is. Save it as SVG instead.</source>
        <translation>图片没有写入 %1：所需内存超过现有内存。请改存为 SVG。</translation>
    </message>
</context>
<context>
    <name>ProfilePanel</name>
    <message>
        <source>Loader</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Memory of all plans</source>
        <translation>所有计划的内存</translation>
    </message>
    <message>
        <source>Process memory</source>
        <translation>进程内存</translation>
    </message>
    <message>
        <source>Cores busy</source>
        <translation>忙碌核心</translation>
    </message>
    <message>
        <source>Cache hits</source>
        <translation>缓存命中</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>%1 use</source>
        <translation>%1 使用率</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1 内存</translation>
    </message>
    <message>
        <source>%1 temperature</source>
        <translation>%1 温度</translation>
    </message>
    <message>
        <source>%1 power</source>
        <translation>%1 功率</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>图像/秒</translation>
    </message>
</context>
<context>
    <name>PropertyNames</name>
    <message>
        <source>initialisers</source>
        <translation>初始化器</translation>
    </message>
    <message>
        <source>regularisers</source>
        <translation>正则化器</translation>
    </message>
    <message>
        <source>constraints</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>multipliers</source>
        <translation>倍数</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>The folder %1 could not be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>About Tensorloom</source>
        <translation>关于 Tensorloom</translation>
    </message>
    <message>
        <source>Neural networks by hand: assemble layers, look at images, train, and watch.
Free software under the GNU General Public License, version 3 or later.</source>
        <translation>亲手搭建神经网络：组装层、查看图像、训练并观察。
自由软件，依 GNU 通用公共许可证第 3 版或更新版本发布。</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>Undone: %1.</source>
        <translation>已撤销：%1。</translation>
    </message>
    <message>
        <source>Redone: %1.</source>
        <translation>已重做：%1。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Workspace: %1</source>
        <translation>工作区：%1</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>Panel: %1</source>
        <translation>面板：%1</translation>
    </message>
    <message>
        <source>Setting: %1</source>
        <translation>设置：%1</translation>
    </message>
</context>
<context>
    <name>RunNotes</name>
    <message>
        <source>Epoch %1 took %2:</source>
        <translation>第 %1 轮用时 %2：</translation>
    </message>
    <message>
        <source>Learning rate %1 → %2 at step %3.</source>
        <translation>学习率 %1 → %2，第 %3 步。</translation>
    </message>
    <message>
        <source>Left out %1: %2</source>
        <translation>未使用 %1：%2</translation>
    </message>
    <message>
        <source>Checkpoint of step %1 written to %2.</source>
        <translation>第 %1 步的检查点已写入 %2。</translation>
    </message>
</context>
<context>
    <name>ShownPredictions</name>
    <message>
        <source>“%1”, test split, step %2</source>
        <translation>“%1”，测试划分，第 %2 步</translation>
    </message>
    <message>
        <source>“%1”, validation, step %2</source>
        <translation>“%1”，验证，第 %2 步</translation>
    </message>
    <message>
        <source>“%1”, validation after epoch %2, step %3</source>
        <translation>“%1”，第 %2 轮后的验证，第 %3 步</translation>
    </message>
    <message>
        <source>taken for another class than their own: %1, the surest first</source>
        <translation>被判为其他类别：%1 个，最有把握的在前</translation>
    </message>
    <message>
        <source>“%1”, recognised: %2, the surest first</source>
        <translation>“%1”，判对：%2 个，最有把握的在前</translation>
    </message>
    <message>
        <source>“%1”, taken for “%2”: %3, the surest first</source>
        <translation>“%1”被判为“%2”：%3 个，最有把握的在前</translation>
    </message>
    <message>
        <source>The list is being written: try again in a moment.</source>
        <translation>列表正在写入，请稍后再试。</translation>
    </message>
    <message>
        <source>Evaluate on the test split</source>
        <translation>在测试划分上评估</translation>
    </message>
    <message>
        <source>Validate it again</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <source>Validating “%1” again.</source>
        <translation>正在重新验证“%1”。</translation>
    </message>
    <message>
        <source>“%1” was not validated again. %2</source>
        <translation>“%1”未能重新验证。%2</translation>
    </message>
    <message>
        <source>“%1” kept no list of what it took each sample for, as runs of older versions did not.</source>
        <translation>“%1”没有保存每个样本的判定结果，旧版本的训练都没有。</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开它</translation>
    </message>
    <message>
        <source>“%1” was judged on other samples than those of the data set that is open (%2). To see its own, open %3 and hold out what it held out.</source>
        <translation>“%1”评估所用的样本与当前打开的数据集（%2）不同。要查看它的样本，请打开 %3 并留出与当时相同的部分。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>判错</translation>
    </message>
    <message>
        <source>furthest off</source>
        <translation>偏差最大</translation>
    </message>
    <message>
        <source>all with a number: %1, the furthest off first</source>
        <translation>所有有数值的：%1 个，偏差最大的在前</translation>
    </message>
    <message>
        <source>about %1: %2, the furthest off first</source>
        <translation>约 %1：%2 个，偏差最大的在前</translation>
    </message>
    <message>
        <source>“%1” on “%2”, step %3</source>
        <translation>“%1”在“%2”上，第 %3 步</translation>
    </message>
    <message>
        <source>Evaluate on it again</source>
        <translation>在其上重新评估</translation>
    </message>
    <message>
        <source>“%1” was judged on other samples than those of the data set that is open (%2). To see them, open %3 and hold none out.</source>
        <translation>评判“%1”所用的样本不是当前打开的数据集（%2）中的样本。要查看它们，请打开 %3，并且不要留出任何样本。</translation>
    </message>
</context>
<context>
    <name>Step</name>
    <message>
        <source>%1 (network)</source>
        <translation>%1（网络）</translation>
    </message>
    <message>
        <source>%1 (training)</source>
        <translation>%1（训练）</translation>
    </message>
    <message>
        <source>%1 (data)</source>
        <translation>%1（数据）</translation>
    </message>
</context>
<context>
    <name>TextFormat</name>
    <message>
        <source>%1 takes numbers, such as %2; “%3” is none.</source>
        <translation>%1 接受数字，例如 %2；“%3”不是数字。</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>Waiting for data %1 of the step.</source>
        <translation>每步有 %1 的时间在等待数据。</translation>
    </message>
    <message numerus="yes">
        <source>%n more loader thread(s) would give about +%1.</source>
        <translation>
            <numerusform>再加 %n 个加载线程约可提升 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n</source>
        <translation>
            <numerusform>加 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n core(s) are busy: smaller images, less augmentation or a cache would help, another loader would not.</source>
        <translation>
            <numerusform>全部 %n 个核心都在忙：更小的图像、更少的增强或缓存会有帮助，再加加载线程没有用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Another loader thread would hardly help.</source>
        <translation>再加一个加载线程几乎没有帮助。</translation>
    </message>
    <message>
        <source>%1 takes %2 of the step.</source>
        <translation>%1 占每步的 %2。</translation>
    </message>
    <message>
        <source>It runs at %1 of this machine&apos;s limit.</source>
        <translation>它达到本机极限的 %1。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示它</translation>
    </message>
    <message>
        <source>No whole step is in sight.</source>
        <translation>视野内没有完整的一步。</translation>
    </message>
    <message>
        <source>%1 of the step goes into reorders.</source>
        <translation>每步有 %1 的时间用于重排布局。</translation>
    </message>
    <message>
        <source>Layers that want other layouts stand beside each other.</source>
        <translation>需要不同布局的层相邻。</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示它们</translation>
    </message>
    <message>
        <source>Checkpoints take %1 of the time.</source>
        <translation>检查点占用 %1 的时间。</translation>
    </message>
    <message>
        <source>Fewer of them would help.</source>
        <translation>减少检查点会有帮助。</translation>
    </message>
    <message>
        <source>Nothing holds it up: %1 of the step are kernels.</source>
        <translation>没有瓶颈：每步的 %1 是内核运算。</translation>
    </message>
    <message>
        <source>They run at %1 of this machine&apos;s limit.</source>
        <translation>它们达到本机极限的 %1。</translation>
    </message>
    <message>
        <source>Loader threads rest %1 of the time, so batches lie ready: other programs take the cores, or batches take unequal times.</source>
        <translation>加载线程有 %1 的时间在休息，说明批次已经就绪：其他程序占用了核心，或各批次耗时不均。</translation>
    </message>
    <message>
        <source>Other programs have the cores: this one keeps %1 busy.</source>
        <translation>核心被其他程序占用：本程序只用到 %1 个。</translation>
    </message>
    <message>
        <source>The times of its kernels are theirs, too: record again when they are done.</source>
        <translation>其内核的时间也包含了它们的影响：等它们结束后再录制一次。</translation>
    </message>
    <message>
        <source>Only %1 of the step are kernels.</source>
        <translation>一步中只有 %1 是内核。</translation>
    </message>
    <message>
        <source>It stood or was watched, or other programs had the cores.</source>
        <translation>它曾停住或被监视，或者核心被其他程序占用。</translation>
    </message>
    <message>
        <source>These steps tell of no kernels on their own thread.</source>
        <translation>这些步在自己的线程上没有内核记录。</translation>
    </message>
    <message>
        <source>They wait for neither data nor checkpoints; what else takes their time is not known.</source>
        <translation>它们既不等待数据，也不等待检查点；其余时间用在何处未知。</translation>
    </message>
    <message>
        <source>Waiting for data %1 of the area.</source>
        <translation>这一段有 %1 的时间在等待数据。</translation>
    </message>
    <message>
        <source>%1 takes %2 of the area.</source>
        <translation>%1 占这一段的 %2。</translation>
    </message>
    <message>
        <source>No step lies in the area.</source>
        <translation>这一段里没有训练步。</translation>
    </message>
    <message>
        <source>%1 of the area goes into reorders.</source>
        <translation>这一段有 %1 的时间用于重排布局。</translation>
    </message>
    <message>
        <source>Only %1 of the area are kernels.</source>
        <translation>这一段中只有 %1 是内核。</translation>
    </message>
    <message>
        <source>The file is cut.</source>
        <translation>文件不完整。</translation>
    </message>
    <message>
        <source>What its missing part tells is not known, so nothing is said of what holds the steps up.</source>
        <translation>缺失的部分无从得知，因此不判断瓶颈所在。</translation>
    </message>
    <message>
        <source>Nothing holds it up: %1 of the area are kernels.</source>
        <translation>没有瓶颈：这一段的 %1 是内核运算。</translation>
    </message>
</context>
<context>
    <name>WatchesPanel</name>
    <message>
        <source>Watching %1.</source>
        <translation>正在监视 %1。</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能</translation>
    </message>
</context>
<context>
    <name>tl</name>
    <message>
        <source>%1 goes from %2 to %3%4.</source>
        <translation>%1 的范围是 %2 到 %3%4。</translation>
    </message>
    <message>
        <source>%1 must be %2%3 or more.</source>
        <translation>%1 必须不小于 %2%3。</translation>
    </message>
    <message>
        <source>%1 must be %2%3 or less.</source>
        <translation>%1 必须不大于 %2%3。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number: write %2 as 3 × 3.</source>
        <translation>“%1”不是整数：请按 3 × 3 的形式写 %2。</translation>
    </message>
    <message>
        <source>%1 takes %2 numbers, or one for all of them.</source>
        <translation>%1 需要 %2 个数，或一个用于全部的数。</translation>
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
        <source>%1 is a whole number, like %2.</source>
        <translation>%1 是整数，例如 %2。</translation>
    </message>
    <message>
        <source>%1 is a number, like %2.</source>
        <translation>%1 是数，例如 %2。</translation>
    </message>
    <message>
        <source>%1 must be more than %2%3.</source>
        <translation>%1 必须大于 %2%3。</translation>
    </message>
</context>
<context>
    <name>tl::ActionList</name>
    <message>
        <source>Nothing is called that.</source>
        <translation>没有这个名称。</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Mouse and canvas</source>
        <translation>鼠标与画布</translation>
    </message>
    <message>
        <source>“%1” has %2 too, so it starts neither.</source>
        <translation>“%1”也使用 %2，因此两者都不会启动。</translation>
    </message>
</context>
<context>
    <name>tl::AugmentedPreviews</name>
    <message>
        <source>The image and %1 augmented ones</source>
        <translation>原图和 %1 张增强图像</translation>
    </message>
    <message>
        <source>The image as it is, framed, and as training sees it in these epochs</source>
        <translation>原图（带框）以及训练在这些轮次中看到的图像</translation>
    </message>
    <message>
        <source>Show the next epochs&apos; draws</source>
        <translation>显示接下来几轮的抽取结果</translation>
    </message>
    <message>
        <source>Draw the augmentation again</source>
        <translation>重新抽取数据增强</translation>
    </message>
    <message>
        <source>seed %1 · epochs %2 to %3</source>
        <translation>种子 %1 · 第 %2 到 %3 轮</translation>
    </message>
    <message>
        <source>None: every epoch sees the same image.</source>
        <translation>无：每一轮看到的都是同一图像。</translation>
    </message>
</context>
<context>
    <name>tl::BreakpointTable</name>
    <message>
        <source>No layer is called “%1”. The nearest are %2. An op is written with “op” before its name.</source>
        <translation>没有名为“%1”的层。最接近的是 %2。算子要在名称前写上“op”。</translation>
    </message>
    <message>
        <source>The run under way has no layer “%1”. The nearest are %2. An op is written with “op” before its name.</source>
        <translation>正在进行的运行没有名为“%1”的层。最接近的是 %2。算子的名称前要写“op”。</translation>
    </message>
    <message>
        <source>A run that ends in nan or infinity stands at the op that made it, with its inputs, until it is told to continue</source>
        <translation>以 nan 或无穷大告终的运行会停在产生它的算子处，并保留其输入，直到让它继续</translation>
    </message>
    <message>
        <source>any value not finite</source>
        <translation>任何非有限的值</translation>
    </message>
</context>
<context>
    <name>tl::BreakpointsPanel</name>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>A new breakpoint</source>
        <translation>新断点</translation>
    </message>
    <message>
        <source>before PLACE, after PLACE, at step NUMBER, when CONDITION
Places: a layer (and backward or update), op NAME, forward, backward, update
Conditions: loss &gt; 3, norm(conv_1/kernel/gradient) &gt; 10, dead(relu_1/output) &gt; 0.5, loss not finite, conv_1/output not finite
The loss is that of the step under way, which charts and logs have once the step is done.</source>
        <translation>before 位置、after 位置、at step 步数、when 条件
位置：层（可加 backward 或 update）、op 名称、forward、backward、update
条件：loss &gt; 3、norm(conv_1/kernel/gradient) &gt; 10、dead(relu_1/output) &gt; 0.5、loss not finite、conv_1/output not finite
损失是正在进行的这一步的，步结束后图表和日志才有它。</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>The breakpoint “%1” is removed.</source>
        <translation>断点“%1”已移除。</translation>
    </message>
    <message>
        <source>The breakpoint “%1” is back.</source>
        <translation>断点“%1”已放回。</translation>
    </message>
    <message>
        <source>There is no number “%1”. A condition can ask for %2, and for values by a function, norm(weights) &gt; 3, or by “not finite”: conv_1/output not finite.</source>
        <translation>没有名为“%1”的数值。条件可以使用 %2，也可以用函数取值（norm(weights) &gt; 3），或写“not finite”：conv_1/output not finite。</translation>
    </message>
    <message numerus="yes">
        <source>%n breakpoint(s) are removed.</source>
        <translation>
            <numerusform>已删除 %n 个断点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n breakpoint(s) are set.</source>
        <translation>
            <numerusform>已设置 %n 个断点。</numerusform>
        </translation>
    </message>
    <message>
        <source>before conv_1 when loss &gt; 3</source>
        <translation>例如：before conv_1 when loss &gt; 3</translation>
    </message>
    <message>
        <source>Choose a layer or an op first.</source>
        <translation>请先选择一个层或算子。</translation>
    </message>
    <message>
        <source>Write a breakpoint</source>
        <translation>填写断点</translation>
    </message>
    <message>
        <source>Another program trains this run: breakpoints here do not reach it.</source>
        <translation>此运行由另一个程序训练：这里的断点对它不起作用。</translation>
    </message>
</context>
<context>
    <name>tl::CardGroups</name>
    <message>
        <source>%1, folded</source>
        <translation>%1，已折叠</translation>
    </message>
</context>
<context>
    <name>tl::CentreTabs</name>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>More views</source>
        <translation>更多视图</translation>
    </message>
</context>
<context>
    <name>tl::ChartCard</name>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Points appear here with the first step.</source>
        <translation>第一步之后，这里会出现数据点。</translation>
    </message>
    <message>
        <source>Full width</source>
        <translation>全宽</translation>
    </message>
    <message>
        <source>Back in its place</source>
        <translation>回到原位</translation>
    </message>
    <message>
        <source>Fixed ranges…</source>
        <translation>固定范围…</translation>
    </message>
    <message>
        <source>Keep what is shown</source>
        <translation>保持当前显示的范围</translation>
    </message>
    <message>
        <source>Its ranges are fixed: fit them to the curves again</source>
        <translation>范围已固定：重新适应曲线</translation>
    </message>
    <message>
        <source>More: scales, ranges, other curves, export</source>
        <translation>更多：刻度、范围、其他曲线、导出</translation>
    </message>
    <message>
        <source>Pinned: let it go</source>
        <translation>已固定在最前：取消固定</translation>
    </message>
    <message>
        <source>Pin: stands first</source>
        <translation>固定在最前</translation>
    </message>
    <message>
        <source>Logarithmic y</source>
        <translation>对数 y 轴</translation>
    </message>
    <message>
        <source>Raw lines behind the smoothed ones</source>
        <translation>在平滑曲线后显示原始曲线</translation>
    </message>
    <message>
        <source>Fit y without outliers</source>
        <translation>y 轴忽略离群值</translation>
    </message>
    <message>
        <source>samples a second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>These runs tell no epochs: choose steps or time as the x axis.</source>
        <translation>这些运行没有轮次信息：请选择步数或时间作为横轴。</translation>
    </message>
</context>
<context>
    <name>tl::ChartCurves</name>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · %2 · step %3</source>
        <translation>%1 · %2 · 第 %3 步</translation>
    </message>
    <message>
        <source>mean, least to greatest</source>
        <translation>平均值，最小到最大</translation>
    </message>
    <message>
        <source>mean, ± one deviation</source>
        <translation>平均值，± 一个标准差</translation>
    </message>
</context>
<context>
    <name>tl::ChartLegend</name>
    <message>
        <source>Legend: %1</source>
        <translation>图例：%1</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1
Click for what can be done with it</source>
        <translation>%1
点击查看可用操作</translation>
    </message>
    <message>
        <source>Take %1 out of this chart</source>
        <translation>将 %1 移出此图表</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>val</source>
        <comment>validation, in short</comment>
        <translation>验证</translation>
    </message>
</context>
<context>
    <name>tl::ChoicesEdit</name>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
</context>
<context>
    <name>tl::ClassBars</name>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>%1: %2 images. Click to show only these.</source>
        <translation>%1：%2 张图像。单击只显示它们。</translation>
    </message>
</context>
<context>
    <name>tl::ConfusionPanel</name>
    <message>
        <source>Precision and recall of each class</source>
        <translation>各类别的精确率和召回率</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>No validation yet</source>
        <translation>尚无验证</translation>
    </message>
    <message>
        <source>After each epoch with a validation, this shows which classes are taken for which.</source>
        <translation>每轮验证之后，这里显示哪些类别被误认为哪些类别。</translation>
    </message>
    <message>
        <source>%1, validation after epoch %2: %3 of %4 right</source>
        <translation>%1，第 %2 轮后的验证：%4 中正确 %3</translation>
    </message>
    <message>
        <source>%1: precision %2, recall %3, F1 %4, of %5 samples</source>
        <translation>%1：精确率 %2，召回率 %3，F1 %4，共 %5 个样本</translation>
    </message>
    <message>
        <source>No samples are held out for validation: the data has no such split, and the share under Training is 0.</source>
        <translation>没有留出验证用的样本：数据没有验证划分，“训练”中的留出比例为 0。</translation>
    </message>
    <message>
        <source>Hold out 10 %</source>
        <translation>留出 10 %</translation>
    </message>
    <message>
        <source>Which samples</source>
        <translation>哪些样本</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>%1, test split, %2 of step %3: %4 of %5 right</source>
        <translation>%1，测试集，第 %3 步的 %2：%5 个中 %4 个正确</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Those that were taken for another class than their own, the surest first: labels that are wrong are among these</source>
        <translation>被判为其他类别的样本，最有把握的在前：标错的样本就在其中</translation>
    </message>
    <message>
        <source>Show what this cell counts</source>
        <translation>显示此单元格计数的样本</translation>
    </message>
    <message>
        <source>Show wrong ones</source>
        <translation>显示判错的</translation>
    </message>
    <message>
        <source>%1, test split, %2 of step %3: the network&apos;s scores are no numbers</source>
        <translation>%1，测试集，第 %3 步的 %2：网络的得分不是数字</translation>
    </message>
    <message>
        <source>%1, validation after epoch %2: the network&apos;s scores are no numbers</source>
        <translation>%1，第 %2 轮后的验证：网络的得分不是数字</translation>
    </message>
    <message>
        <source>samples whose scores are no numbers: %1</source>
        <translation>得分不是数字的样本：%1</translation>
    </message>
    <message>
        <source>samples that could not be read: %1</source>
        <translation>无法读取的样本：%1</translation>
    </message>
    <message>
        <source>%1 on “%2”, %3 of step %4: the network&apos;s scores are no numbers</source>
        <translation>%1 在“%2”上，第 %4 步的 %3：网络的得分不是数字</translation>
    </message>
    <message>
        <source>%1 on “%2”, %3 of step %4: %5 of %6 right</source>
        <translation>%1 在“%2”上，第 %4 步的 %3：%6 个中 %5 个正确</translation>
    </message>
</context>
<context>
    <name>tl::CurveCard</name>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The curve of step %1 is damaged.</source>
        <translation>第 %1 步的曲线已损坏。</translation>
    </message>
    <message>
        <source>false positive rate</source>
        <translation>假正率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>true positive rate</source>
        <translation>真正率</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>FPR</source>
        <translation>FPR</translation>
    </message>
    <message>
        <source>TPR</source>
        <translation>TPR</translation>
    </message>
    <message>
        <source>area %1 · step %2</source>
        <translation>面积 %1 · 第 %2 步</translation>
    </message>
    <message>
        <source>AP %1 · step %2</source>
        <translation>平均精度 %1 · 第 %2 步</translation>
    </message>
</context>
<context>
    <name>tl::CurvesPanel</name>
    <message>
        <source>No curves yet</source>
        <translation>还没有曲线</translation>
    </message>
    <message>
        <source>Precision and recall, and the ROC curve, of each class appear here once a run records them for its validation samples, or from what PyTorch and TensorBoard&apos;s pr_curve wrote.</source>
        <translation>运行为验证样本记录之后，这里显示各类别的精确率—召回率曲线和 ROC 曲线；PyTorch 与 TensorBoard 的 pr_curve 写下的曲线也显示在这里。</translation>
    </message>
    <message>
        <source>class_3, pr/*</source>
        <translation>class_3, pr/*</translation>
    </message>
    <message>
        <source>PR</source>
        <translation>PR</translation>
    </message>
    <message>
        <source>Precision over recall</source>
        <translation>精确率随召回率的变化</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>True positive rate over false positive rate</source>
        <translation>真正率随假正率的变化</translation>
    </message>
</context>
<context>
    <name>tl::DataBrowserPanel</name>
    <message>
        <source>No data set yet</source>
        <translation>尚无数据集</translation>
    </message>
    <message>
        <source>Open a folder with one sub-folder a class, MNIST&apos;s or CIFAR-10&apos;s files, a CSV, NumPy or TFRecord file. Or drop one here.</source>
        <translation>打开每个类别一个子文件夹的文件夹，MNIST 或 CIFAR-10 的文件，CSV、NumPy 或 TFRecord 文件。也可以拖放到这里。</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Use the sample</source>
        <translation>使用示例</translation>
    </message>
    <message>
        <source>The data set could not be opened</source>
        <translation>无法打开数据集</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search images</source>
        <translation>搜索图像</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Size of the thumbnails</source>
        <translation>缩略图大小</translation>
    </message>
    <message>
        <source>Size of the thumbnails (Ctrl + wheel)</source>
        <translation>缩略图大小（Ctrl + 滚轮）</translation>
    </message>
    <message>
        <source>No image fits the filters.</source>
        <translation>没有符合筛选条件的图像。</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>All splits</source>
        <translation>所有划分</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>所有类别</translation>
    </message>
    <message>
        <source>Part of a label or of a line</source>
        <translation>标签或行的一部分</translation>
    </message>
    <message>
        <source>Part of a label or of a file name</source>
        <translation>标签或文件名的一部分</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>0 images</source>
        <translation>0 张图像</translation>
    </message>
    <message>
        <source>%1–%2 of %3</source>
        <translation>第 %1–%2 张，共 %3 张</translation>
    </message>
    <message>
        <source>leaks</source>
        <translation>泄漏</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>%1
“%2”, taken for “%3” (%4)</source>
        <translation>%1
“%2”，被判为“%3”（%4）</translation>
    </message>
    <message>
        <source>Show all items again (%1)</source>
        <translation>重新显示全部（%1）</translation>
    </message>
    <message>
        <source>Sort by label</source>
        <translation>按标签排序</translation>
    </message>
    <message>
        <source>Sort by certainty</source>
        <translation>按把握程度排序</translation>
    </message>
    <message>
        <source>Show all items again</source>
        <translation>重新显示全部</translation>
    </message>
    <message>
        <source>%1 of each label</source>
        <translation>%1，按标签分组</translation>
    </message>
    <message>
        <source>Sort by error</source>
        <translation>按误差排序</translation>
    </message>
</context>
<context>
    <name>tl::DataEditor</name>
    <message>
        <source>Close the data set</source>
        <translation>关闭数据集</translation>
    </message>
    <message>
        <source>Open data set %1</source>
        <translation>打开数据集 %1</translation>
    </message>
    <message>
        <source>%1 back</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>设置 %2 的 %1</translation>
    </message>
</context>
<context>
    <name>tl::DataSetModel</name>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
</context>
<context>
    <name>tl::DataSetPanel</name>
    <message>
        <source>Open a data set…</source>
        <translation>打开数据集…</translation>
    </message>
    <message>
        <source>Open a data set</source>
        <translation>打开数据集</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Broken files</source>
        <translation>损坏的文件</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>Could not be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>No data set</source>
        <translation>没有数据集</translation>
    </message>
    <message>
        <source>Open one, or drop a folder here.</source>
        <translation>请打开一个，或把文件夹拖放到这里。</translation>
    </message>
    <message>
        <source>labels are numbers</source>
        <translation>标签是数</translation>
    </message>
    <message>
        <source>%1 classes</source>
        <translation>%1 个类别</translation>
    </message>
    <message>
        <source>%1 images · %2 · %3</source>
        <translation>%1 张图像 · %2 · %3</translation>
    </message>
    <message>
        <source>%1 rows · %2 · %3 columns</source>
        <translation>%1 行 · %2 · %3 列</translation>
    </message>
    <message>
        <source>%1 arrays · %2 · %3</source>
        <translation>%1 个数组 · %2 · %3</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
    <message>
        <source>Stop measuring; the data set stays open</source>
        <translation>停止测量；数据集保持打开</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>Settings of the data set</source>
        <translation>数据集的设置</translation>
    </message>
    <message>
        <source>Classes of the training split</source>
        <translation>训练划分的类别</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Set…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Training draws images anew for each epoch: flipped, turned, cropped. It is set with the training.</source>
        <translation>训练会在每一轮重新变换图像：翻转、旋转、裁剪。它与训练的设置在一起。</translation>
    </message>
    <message>
        <source>Set the augmentation</source>
        <translation>设置数据增强</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>“%1” is not on the disk any more: what is not in memory cannot be read.</source>
        <translation>“%1”已不在磁盘上：不在内存中的内容无法读取。</translation>
    </message>
    <message>
        <source>“%1” has changed on the disk. What is shown and trained on is as it was before.</source>
        <translation>“%1”在磁盘上已更改。显示和训练所用的仍是之前的内容。</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>%1 “%2” stays as it was read before.</source>
        <comment>why it was not read again; the data set</comment>
        <translation>%1“%2”保持先前读入的状态。</translation>
    </message>
</context>
<context>
    <name>tl::DeviceCard</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n core(s) · %2</source>
        <translation>
            <numerusform>%1 · %n 个核心 · %2</numerusform>
        </translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>use</source>
        <translation>使用率</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 / %2 W</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>a run is here</source>
        <translation>正在此训练</translation>
    </message>
</context>
<context>
    <name>tl::DevicesPanel</name>
    <message>
        <source>Looking for GPUs…</source>
        <translation>正在查找 GPU…</translation>
    </message>
    <message>
        <source>No GPU can be used here. %1</source>
        <translation>本机没有可用的 GPU。%1</translation>
    </message>
    <message>
        <source>Training is set to run on %1, which this machine does not have. Choose another device.</source>
        <translation>训练设为在 %1 上运行，但本机没有该设备。请选择其他设备。</translation>
    </message>
</context>
<context>
    <name>tl::DockTitle</name>
    <message>
        <source>Float or dock</source>
        <translation>浮动或停靠</translation>
    </message>
    <message>
        <source>Close (the View menu brings it back)</source>
        <translation>关闭（可用“视图”菜单恢复）</translation>
    </message>
</context>
<context>
    <name>tl::Document</name>
    <message>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>The network could not be made from its template. %1</source>
        <translation>无法由模板生成网络。%1</translation>
    </message>
    <message>
        <source>Start from %1</source>
        <translation>从 %1 开始</translation>
    </message>
    <message>
        <source>The recovery copy could not be written. %1</source>
        <translation>无法写入恢复副本。%1</translation>
    </message>
    <message>
        <source>The recovery copy could not be read. %1</source>
        <translation>无法读取恢复副本。%1</translation>
    </message>
    <message>
        <source>The project was not opened. %1</source>
        <translation>项目未能打开。%1</translation>
    </message>
    <message>
        <source>“%1” was not saved; nothing is lost, the project stays open. %2</source>
        <translation>没有保存“%1”；没有丢失任何内容，项目保持打开。%2</translation>
    </message>
</context>
<context>
    <name>tl::Dropped</name>
    <message numerus="yes">
        <source>One thing is opened at a time; %n other(s) dropped with “%1” stayed closed.</source>
        <translation>
            <numerusform>一次只打开一项：与“%1”一同拖入的另外 %n 项未作处理。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tl::ExportProgress</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>writing *%1*</source>
        <translation>正在写入 *%1*</translation>
    </message>
    <message>
        <source>%1 % · %2 left</source>
        <translation>%1 % · 还剩 %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>tl::Files</name>
    <message>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>保存对 %1 的修改吗？</translation>
    </message>
    <message>
        <source>Without saving, the changes since the last save are gone.</source>
        <translation>如果不保存，上次保存以来的修改将丢失。</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Export checkpoint</source>
        <translation>导出检查点</translation>
    </message>
    <message>
        <source>The checkpoint was not written. %1</source>
        <translation>没有写入检查点。%1</translation>
    </message>
    <message>
        <source>Open a folder of images</source>
        <translation>打开图像文件夹</translation>
    </message>
    <message>
        <source>Open %1&apos;s folder</source>
        <translation>打开 %1 的文件夹</translation>
    </message>
    <message>
        <source>Open a data file</source>
        <translation>打开数据文件</translation>
    </message>
    <message>
        <source>Data files (%1)</source>
        <translation>数据文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Open the project</source>
        <translation>打开该项目</translation>
    </message>
    <message>
        <source>Open its network</source>
        <translation>打开其网络</translation>
    </message>
    <message>
        <source>Open the folder %1</source>
        <translation>打开文件夹 %1</translation>
    </message>
    <message>
        <source>Read it as CSV</source>
        <translation>作为 CSV 读取</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The next run begins with the weights of %1, by name and shape.</source>
        <translation>下一次运行从 %1 的权重开始，按名称和形状对应。</translation>
    </message>
    <message>
        <source>Draw them anew</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>Begin the next run with its weights</source>
        <translation>下一次运行从它的权重开始</translation>
    </message>
    <message>
        <source>Show its run</source>
        <translation>显示它的运行</translation>
    </message>
    <message>
        <source>Open a folder of runs</source>
        <translation>打开含有运行的文件夹</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Look into it</source>
        <translation>查看其内容</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>打开其他…</translation>
    </message>
    <message>
        <source>Use the sample</source>
        <translation>使用示例</translation>
    </message>
    <message>
        <source>Show the problem</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>“%1” cannot be undone: %2</source>
        <translation>无法撤销“%1”：%2</translation>
    </message>
    <message>
        <source>“%1” cannot be redone: %2</source>
        <translation>无法重做“%1”：%2</translation>
    </message>
    <message>
        <source>Skip this step</source>
        <translation>跳过这一步</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>显示该运行</translation>
    </message>
    <message>
        <source>Open its project</source>
        <translation>打开其项目</translation>
    </message>
    <message>
        <source>The weights of the run of this window, or of the one that is chosen in the list.</source>
        <translation>此窗口中训练的运行的权重，或列表中所选运行的权重。</translation>
    </message>
    <message>
        <source>The data set “%1” stays open for the new project.</source>
        <translation>数据集“%1”在新项目中保持打开。</translation>
    </message>
    <message>
        <source>Close it</source>
        <translation>关闭它</translation>
    </message>
    <message>
        <source>%1 The data set “%2” stays open.</source>
        <comment>why another data set was not opened; the one that is</comment>
        <translation>%1数据集“%2”仍保持打开。</translation>
    </message>
    <message>
        <source>“%1”, which was open last, is not there any more; this is the sample project.</source>
        <translation>上次打开的“%1”已不存在；这是示例项目。</translation>
    </message>
    <message>
        <source>“%1” is ready to open; meanwhile “%2” was changed.</source>
        <translation>“%1”已可打开；其间“%2”有了改动。</translation>
    </message>
    <message>
        <source>“%1” is no data set: it is %2.</source>
        <translation>“%1”不是数据集：它是%2。</translation>
    </message>
    <message>
        <source>The run stops when the step under way is done; what was chosen comes then.</source>
        <translation>当前步完成后运行即停止；届时执行所选操作。</translation>
    </message>
    <message>
        <source>“%1” is a project: it was opened in place of “%2”.</source>
        <translation>“%1”是项目：已代替“%2”打开。</translation>
    </message>
    <message>
        <source>“%1” is a project: it opens in place of “%2”.</source>
        <translation>“%1”是项目：它将取代“%2”打开。</translation>
    </message>
    <message>
        <source>“%1” is shown as an array: for a data set labels are missing. Put inputs and labels beside each other, as x_train.npy and y_train.npy.</source>
        <translation>“%1”按数组显示：作为数据集缺少标签。请把输入和标签放在一起，如 x_train.npy 和 y_train.npy。</translation>
    </message>
    <message>
        <source>“%1” is not “%2”; it looks like “%3”.</source>
        <comment>a folder; two kinds of data sets</comment>
        <translation>“%1”不是“%2”，看起来是“%3”。</translation>
    </message>
    <message>
        <source>Open it as that</source>
        <translation>按此类型打开</translation>
    </message>
    <message>
        <source>The weights are in %1. Evaluate them with: tensorloom eval %2</source>
        <translation>权重已写入 %1。评估命令：tensorloom eval %2</translation>
    </message>
    <message>
        <source>Tensorloom project (*.tlm)</source>
        <translation>Tensorloom 项目 (*.tlm)</translation>
    </message>
    <message>
        <source>“%1” is a data set, not a project. The Data menu opens it, too.</source>
        <translation>“%1”是数据集，不是项目。也可从“数据”菜单打开。</translation>
    </message>
    <message>
        <source>Open it as data</source>
        <translation>作为数据打开</translation>
    </message>
</context>
<context>
    <name>tl::ForkSheet</name>
    <message>
        <source>step %1, epoch %2</source>
        <translation>第 %1 步，第 %2 轮</translation>
    </message>
    <message>
        <source>Newest: %1</source>
        <translation>最新：%1</translation>
    </message>
    <message>
        <source>Best: %1</source>
        <translation>最佳：%1</translation>
    </message>
    <message>
        <source>Fork the run</source>
        <translation>分叉运行</translation>
    </message>
    <message>
        <source>A new run that goes on from “%1”</source>
        <translation>从“%1”继续的新运行</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Epochs in all, those before the fork among them</source>
        <translation>总轮数，包括分叉之前的</translation>
    </message>
    <message>
        <source>Epochs in all</source>
        <translation>总轮数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>分叉</translation>
    </message>
</context>
<context>
    <name>tl::GraphCanvas</name>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>a breakpoint</source>
        <translation>有断点</translation>
    </message>
    <message>
        <source>a breakpoint that is switched off</source>
        <translation>有已停用的断点</translation>
    </message>
    <message>
        <source>the run stands here</source>
        <translation>运行停在这里</translation>
    </message>
</context>
<context>
    <name>tl::GraphPanel</name>
    <message>
        <source>No graph yet</source>
        <translation>还没有计算图</translation>
    </message>
    <message>
        <source>Fold all groups</source>
        <translation>折叠所有组</translation>
    </message>
    <message>
        <source>Unfold all groups</source>
        <translation>展开所有组</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>缩略图</translation>
    </message>
    <message>
        <source>Back to 100 %</source>
        <translation>回到 100 %</translation>
    </message>
    <message>
        <source>Making the graph…</source>
        <translation>正在生成计算图…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The plan is compiled for this look, and not run.</source>
        <translation>计划仅为查看而编译，并不运行。</translation>
    </message>
    <message>
        <source>There is no graph to show</source>
        <translation>没有可显示的计算图</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Use the sample</source>
        <translation>使用示例</translation>
    </message>
    <message>
        <source>Open a graph file…</source>
        <translation>打开计算图文件…</translation>
    </message>
    <message>
        <source>Open a graph</source>
        <translation>打开计算图</translation>
    </message>
    <message>
        <source>Graphs (*.onnx *.pb *.pbtxt *tfevents*)</source>
        <translation>计算图 (*.onnx *.pb *.pbtxt *tfevents*)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>图片在 %1。</translation>
    </message>
    <message>
        <source>Show the ops</source>
        <translation>显示算子</translation>
    </message>
    <message>
        <source>The run is stepped op by op, before passes join them. This plan has no “%1”.</source>
        <translation>运行是在优化合并算子之前逐个算子单步执行的。此计划中没有“%1”。</translation>
    </message>
    <message>
        <source>The run is stepped op by op, before passes join them: “%1” is a part of “%2” here.</source>
        <translation>运行是在优化合并算子之前逐个算子单步执行的：“%1”在这里是“%2”的一部分。</translation>
    </message>
    <message>
        <source>The run is stepped op by op, before passes join them: in a plan other than this one.</source>
        <translation>运行是在优化合并算子之前逐个算子单步执行的：用的是与此不同的计划。</translation>
    </message>
    <message>
        <source>%1 The graph of before stays open.</source>
        <translation>%1 之前的图保持打开。</translation>
    </message>
    <message>
        <source>Frame what is picked</source>
        <translation>显示所选</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>tl::GraphSidePanel</name>
    <message>
        <source>Colours from 0 to %1</source>
        <translation>颜色从 0 到 %1</translation>
    </message>
    <message>
        <source>reorders</source>
        <translation>重排</translation>
    </message>
    <message>
        <source>Open a graph file…</source>
        <translation>打开计算图文件…</translation>
    </message>
    <message>
        <source>Designed</source>
        <translation>设计</translation>
    </message>
    <message>
        <source>The network as it was designed</source>
        <translation>设计时的网络</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>The operations of a training step, before any pass</source>
        <translation>训练步的算子，尚未经过任何优化</translation>
    </message>
    <message>
        <source>Compiled</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>The plan as it runs: fused, laid out, with its memory</source>
        <translation>实际运行的计划：融合、布局及其内存</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>A graph that another program wrote</source>
        <translation>其他程序写出的计算图</translation>
    </message>
    <message>
        <source>op, layer, tensor, kernel  ( / )</source>
        <translation>算子、层、张量、内核  ( / )</translation>
    </message>
    <message>
        <source>Search the graph</source>
        <translation>搜索计算图</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Where the step goes</source>
        <translation>步的时间去向</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>优化</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>Times are those of the compiled plan.</source>
        <translation>时间属于编译后的计划。</translation>
    </message>
    <message>
        <source>Running some steps…</source>
        <translation>正在运行几步…</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A step of %1: the mean of the run&apos;s last %n step(s).</source>
        <translation>
            <numerusform>一步 %1：运行最近 %n 步的平均。</numerusform>
        </translation>
    </message>
    <message>
        <source>A step of %1, measured on made-up data.</source>
        <translation>一步 %1，用虚构数据测得。</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>再次测量</translation>
    </message>
    <message>
        <source>Measure some steps</source>
        <translation>测量几步</translation>
    </message>
    <message>
        <source>Nothing of that name</source>
        <translation>没有该名称</translation>
    </message>
    <message numerus="yes">
        <source>%n found; Return goes to the next</source>
        <translation>
            <numerusform>找到 %n 个；按回车到下一个</numerusform>
        </translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Nothing of this graph tells it.</source>
        <translation>此图中没有这项信息。</translation>
    </message>
    <message>
        <source>Its file tells no times. TensorFlow writes them as RunMetadata.</source>
        <translation>其文件中没有时间。TensorFlow 将时间写为 RunMetadata。</translation>
    </message>
    <message numerus="yes">
        <source>Ops that took %1 together, those at once each with its own time. %2 of the %n op(s) that ran are in this graph; the others TensorFlow added.</source>
        <translation>
            <numerusform>各算子共用 %1，同时运行的各计其时。运行的 %n 个算子中有 %2 个在此图中；其余由 TensorFlow 添加。</numerusform>
        </translation>
    </message>
    <message>
        <source>None of the ops that ran is in this graph.</source>
        <translation>运行过的算子都不在此图中。</translation>
    </message>
    <message>
        <source>The step whose times and memory are shown</source>
        <translation>所显示时间和内存的步</translation>
    </message>
    <message numerus="yes">
        <source>A step of %1: the mean of the %n step(s) of “%2”.</source>
        <translation>
            <numerusform>每步 %1：“%2”中 %n 步的平均值。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing of “%1” is in this plan.</source>
        <translation>此计划中没有“%1”的任何内容。</translation>
    </message>
    <message>
        <source>Without the recording</source>
        <translation>不用此录制</translation>
    </message>
</context>
<context>
    <name>tl::HeatMap</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>%1 of %2 images of “%3” were recognised (%4 %)</source>
        <translation>“%3”的 %2 张图像中有 %1 张识别正确（%4 %）</translation>
    </message>
    <message>
        <source>%1 of %2 images of “%3” were taken for “%4” (%5 %)</source>
        <translation>“%3”的 %2 张图像中有 %1 张被误认为“%4”（%5 %）</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>true</source>
        <translation>实际</translation>
    </message>
</context>
<context>
    <name>tl::HistogramCard</name>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Logarithmic counts</source>
        <translation>对数计数</translation>
    </message>
    <message>
        <source>log counts</source>
        <translation>对数计数</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%2 步中的 %1 步</translation>
    </message>
    <message>
        <source>No value of these steps is a finite number, or its record is damaged.</source>
        <translation>这些步的值都不是有限数，或记录已损坏。</translation>
    </message>
</context>
<context>
    <name>tl::HistogramPlot</name>
    <message>
        <source>step %1: mean %2, from %3 to %4; 5 % below %5, half below %6, 95 % below %7</source>
        <translation>第 %1 步：均值 %2，从 %3 到 %4；5 % 低于 %5，一半低于 %6，95 % 低于 %7</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>5 %</source>
        <translation>5 %</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>greatest</source>
        <translation>最大</translation>
    </message>
</context>
<context>
    <name>tl::HistogramStrip</name>
    <message>
        <source>%1 mean %2, deviation %3</source>
        <translation>%1 均值 %2，标准差 %3</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>values %1 to %2</source>
        <translation>值 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>tl::HistogramsPanel</name>
    <message>
        <source>No histograms yet</source>
        <translation>还没有直方图</translation>
    </message>
    <message>
        <source>How weights, gradients and outputs are spread is drawn here, step by step, once a run records it: watch a value while it trains, or open a folder that TensorFlow, PyTorch or Keras logs into.</source>
        <translation>运行记录之后，这里逐步画出权重、梯度和输出的分布：请在训练时观察某个值，或打开 TensorFlow、PyTorch 或 Keras 的日志文件夹。</translation>
    </message>
    <message>
        <source>conv_9, */gradient</source>
        <translation>conv_9, */gradient</translation>
    </message>
    <message>
        <source>ridges</source>
        <translation>山脊</translation>
    </message>
    <message>
        <source>One step before the other, the newest in front</source>
        <translation>一步在另一步之前，最新的在最前</translation>
    </message>
    <message>
        <source>overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>All steps over each other</source>
        <translation>所有步叠在一起</translation>
    </message>
    <message>
        <source>heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Steps from left to right, values upwards</source>
        <translation>步从左到右，值自下而上</translation>
    </message>
    <message>
        <source>percentiles</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>Bands that hold 38, 68, 87 and 100 % of the values</source>
        <translation>分别包含 38、68、87 和 100 % 的值的带</translation>
    </message>
</context>
<context>
    <name>tl::HyperparametersPanel</name>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>A line a run over parallel axes; drag along an axis to filter</source>
        <translation>每个运行一条线，穿过平行的轴；沿轴拖动即可筛选</translation>
    </message>
    <message>
        <source>scatter</source>
        <translation>散点</translation>
    </message>
    <message>
        <source>Every column against every other</source>
        <translation>每一列对其他各列</translation>
    </message>
    <message>
        <source>No runs to compare</source>
        <translation>没有可比较的运行</translation>
    </message>
    <message>
        <source>Runs stand here with their settings and results: train twice with different settings, or open a folder of runs.</source>
        <translation>各运行连同其设置和结果列在这里：请用不同设置训练两次，或打开含有运行的文件夹。</translation>
    </message>
    <message>
        <source>Nothing differs yet</source>
        <translation>还没有差别</translation>
    </message>
    <message>
        <source>With a second run of other settings, the two are compared here.</source>
        <translation>有了设置不同的第二个运行，就在这里比较两者。</translation>
    </message>
    <message>
        <source>Runs with settings and results</source>
        <translation>各运行及其设置和结果</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 个运行中的 %1 个</translation>
    </message>
</context>
<context>
    <name>tl::ImageGrid</name>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>No images</source>
        <translation>没有图像</translation>
    </message>
    <message>
        <source>%1, %2×%3</source>
        <translation>%1, %2×%3</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
</context>
<context>
    <name>tl::ImagePanel</name>
    <message>
        <source>Histogram · image and data set</source>
        <translation>直方图 · 图像与数据集</translation>
    </message>
    <message>
        <source>Augmented</source>
        <translation>增强</translation>
    </message>
    <message>
        <source>The row&apos;s values</source>
        <translation>此行的值</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>training rows</source>
        <translation>训练行</translation>
    </message>
    <message>
        <source>Choose an image.</source>
        <translation>请选择图像。</translation>
    </message>
    <message>
        <source>The image chosen in the data set is shown here, large.</source>
        <translation>在数据集中选择的图像会在这里放大显示。</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>Taken for “%1” (%2)</source>
        <translation>判为“%1”（%2）</translation>
    </message>
    <message>
        <source>Predicted: %1 (off by %2)</source>
        <translation>预测：%1（偏差 %2）</translation>
    </message>
</context>
<context>
    <name>tl::ImageView</name>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>  pixel %1</source>
        <translation>  像素 %1</translation>
    </message>
    <message>
        <source>pixel %1</source>
        <translation>像素 %1</translation>
    </message>
</context>
<context>
    <name>tl::InspectorPanel</name>
    <message>
        <source>Name of the layer</source>
        <translation>层的名称</translation>
    </message>
    <message>
        <source>More about this layer</source>
        <translation>此层的更多操作</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>share of forward</source>
        <translation>占前向的比例</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Layers of the network</source>
        <translation>网络的各层</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>trainable</source>
        <translation>可训练</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>This program does not know the layer type %1. It is kept as it is and saved again word for word; the network cannot train with it.</source>
        <translation>本程序不认识层类型 %1。它会原样保留，并逐字保存；网络无法带着它训练。</translation>
    </message>
    <message>
        <source>The project was made by another version, or with a layer that is not built in.</source>
        <translation>项目由其他版本生成，或含有并非内置的层。</translation>
    </message>
    <message>
        <source>Nothing to set.</source>
        <translation>没有可设置的内容。</translation>
    </message>
    <message>
        <source>%1 not trained</source>
        <translation>%1 不训练</translation>
    </message>
    <message>
        <source>at batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>of the plan</source>
        <translation>整个计划</translation>
    </message>
    <message>
        <source>These layers have no property in common.
%1 parameters together.</source>
        <translation>这些层没有共同的属性。
共 %1 个参数。</translation>
    </message>
    <message>
        <source>An edit changes all of them, in one step.
%1 parameters together.</source>
        <translation>一次编辑改变所有这些层，算作一步。
共 %1 个参数。</translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>a sample</source>
        <translation>每个样本</translation>
    </message>
</context>
<context>
    <name>tl::KeyRow</name>
    <message>
        <source>As it was delivered</source>
        <translation>恢复出厂设置</translation>
    </message>
    <message>
        <source>Keys of %1 as delivered</source>
        <translation>%1 的出厂按键</translation>
    </message>
    <message>
        <source>Press it, then the new key; Backspace for none, Escape to leave it</source>
        <translation>先按此处，再按新键；Backspace 为无，Escape 为不变</translation>
    </message>
    <message>
        <source>Press a key…</source>
        <translation>请按键…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Keys of %1: %2</source>
        <translation>%1 的按键：%2</translation>
    </message>
    <message>
        <source>Take it</source>
        <translation>改用于此</translation>
    </message>
    <message>
        <source>Leave it there</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>%1 is the key of %2.</source>
        <translation>%1 已是%2的快捷键。</translation>
    </message>
    <message>
        <source>%1 has this key too, so it starts neither.</source>
        <translation>%1也使用这个快捷键，因此两者都不会启动。</translation>
    </message>
</context>
<context>
    <name>tl::LayerPalettePanel</name>
    <message>
        <source>Search layers</source>
        <translation>搜索层</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Show these layers</source>
        <translation>显示这些层</translation>
    </message>
    <message>
        <source>Fold these layers away</source>
        <translation>折叠这些层</translation>
    </message>
    <message>
        <source>No layer is called “%1” or speaks of it</source>
        <translation>没有名为“%1”或提到它的层</translation>
    </message>
</context>
<context>
    <name>tl::LayerTableModel</name>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>params</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>tl::LeaveRun</name>
    <message>
        <source>A run is under way</source>
        <translation>运行正在进行</translation>
    </message>
    <message>
        <source>What shall become of the run?</source>
        <translation>如何处理这次运行？</translation>
    </message>
    <message>
        <source>Stopped, it can be continued from its checkpoint at any time. Without the window it goes on as a program of its own; the next window finds it, shows its curves and can stop it.</source>
        <translation>停止后，随时可以从检查点继续。不带窗口时，它作为单独的程序继续；下一个窗口会找到它、显示其曲线，并可停止它。</translation>
    </message>
    <message>
        <source>Stop with a checkpoint</source>
        <translation>写入检查点并停止</translation>
    </message>
    <message>
        <source>Go on without the window</source>
        <translation>不带窗口继续</translation>
    </message>
    <message>
        <source>The program &quot;tensorloom&quot;, which would go on with it, is not installed.</source>
        <translation>用于继续运行的程序“tensorloom”没有安装。</translation>
    </message>
    <message>
        <source>The recording ends then, with what it has, and is kept.</source>
        <translation>录制随之结束，已录的内容会保留。</translation>
    </message>
</context>
<context>
    <name>tl::LinePlot</name>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑值</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Nothing recorded yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>The points could not be written to %1: %2. Choose another folder.</source>
        <translation>无法把数据点写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Save the chart as a picture</source>
        <translation>把图表保存为图片</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Save all points</source>
        <translation>保存所有数据点</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Save all points as CSV…</source>
        <translation>把所有数据点保存为 CSV…</translation>
    </message>
    <message>
        <source>no points yet</source>
        <translation>尚无数据点</translation>
    </message>
    <message>
        <source>last %1 at %2</source>
        <translation>最后为 %1，位于 %2</translation>
    </message>
    <message>
        <source>%1 points, none of them a number</source>
        <translation>%1 个数据点，都不是数</translation>
    </message>
    <message>
        <source>%1 points, %2, least %3 at %4, greatest %5 at %6</source>
        <translation>%1 个数据点，%2，最小 %3 位于 %4，最大 %5 位于 %6</translation>
    </message>
    <message>
        <source>Save as picture (PNG)…</source>
        <translation>保存为图片 (PNG)…</translation>
    </message>
    <message>
        <source>Save as lines and letters (SVG)…</source>
        <translation>保存为矢量图 (SVG)…</translation>
    </message>
    <message>
        <source>Save the chart as lines and letters</source>
        <translation>将图表保存为矢量图</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message numerus="yes">
        <source>%n more change(s)</source>
        <translation>
            <numerusform>另有 %n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 (mean of %n)</source>
        <translation>
            <numerusform>%1（%n 个的均值）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s) hidden</source>
        <translation>
            <numerusform>已隐藏 %n 个离群值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n outlier(s) hidden</source>
        <translation>
            <numerusform>已隐藏约 %n 个离群值</numerusform>
        </translation>
    </message>
    <message>
        <source>A file of this chart is being written already. Wait for it, or cancel it.</source>
        <translation>此图表的文件正在写入。请等待其完成，或将其取消。</translation>
    </message>
    <message>
        <source>Values from %1 to %2 are there. Show them</source>
        <translation>数值范围为 %1 到 %2。显示它们</translation>
    </message>
    <message>
        <source>What is recorded ends at %1 %2.</source>
        <translation>记录止于 %1 %2。</translation>
    </message>
    <message>
        <source>What is recorded begins at %1 %2.</source>
        <translation>记录始于 %1 %2。</translation>
    </message>
</context>
<context>
    <name>tl::LiveLayers</name>
    <message>
        <source>explodes</source>
        <translation>爆炸</translation>
    </message>
    <message>
        <source>vanishes</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>%1 % dead</source>
        <translation>%1 % 死单元</translation>
    </message>
</context>
<context>
    <name>tl::LogFolders</name>
    <message numerus="yes">
        <source>In the list: %n run(s) of %1.</source>
        <translation>
            <numerusform>列表中：%1 的 %n 个运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 brings no other run: those in it are Tensorloom&apos;s own. One that is not in the list lies too deep: open a folder nearer to it.</source>
        <translation>%1 没有带来其他运行：其中的运行是 Tensorloom 自己的。不在列表中的运行位置太深：请打开离它更近的文件夹。</translation>
    </message>
    <message>
        <source>Close them</source>
        <translation>关闭它们</translation>
    </message>
    <message>
        <source>%1 is open already: its runs are in the list.</source>
        <translation>%1 已经打开：它的运行已在列表中。</translation>
    </message>
</context>
<context>
    <name>tl::MainWindow</name>
    <message>
        <source>The window closes when all is written.</source>
        <translation>全部写完后窗口即关闭。</translation>
    </message>
    <message>
        <source>Workspaces and run</source>
        <translation>工作区与运行</translation>
    </message>
    <message>
        <source>Training failed. %1</source>
        <translation>训练失败。%1</translation>
    </message>
    <message>
        <source>A run is under way</source>
        <translation>有运行正在进行</translation>
    </message>
</context>
<context>
    <name>tl::MarkdownView</name>
    <message>
        <source>%1 more cells are not shown.</source>
        <translation>另有 %1 个单元格未显示。</translation>
    </message>
</context>
<context>
    <name>tl::MemoryMap</name>
    <message>
        <source>Memory over the schedule</source>
        <translation>随调度的内存</translation>
    </message>
    <message>
        <source>%1, %2, steps %3 to %4</source>
        <translation>%1，%2，第 %3 至 %4 步</translation>
    </message>
</context>
<context>
    <name>tl::MemoryPlot</name>
    <message>
        <source>working memory of kernels</source>
        <translation>内核的工作内存</translation>
    </message>
    <message>
        <source>kernels of a step, in their order</source>
        <translation>一步的内核（按顺序）</translation>
    </message>
    <message>
        <source>At the peak, %1 in %2</source>
        <translation>峰值处 %1，位于 %2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>parameters and what the optimizer keeps</source>
        <translation>参数与优化器所保存的内容</translation>
    </message>
    <message>
        <source>gaps between them</source>
        <translation>它们之间的空隙</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>accumulate</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Memory over the time of a step</source>
        <translation>一步时间内的内存</translation>
    </message>
    <message>
        <source>%1 · %2, working memory</source>
        <translation>%1 · %2，工作内存</translation>
    </message>
    <message>
        <source>a step, by its kernels&apos; times as they were measured</source>
        <translation>一步，按各内核实测的时间</translation>
    </message>
    <message>
        <source>a step, by its kernels&apos; times as they are estimated</source>
        <translation>一步，按各内核估计的时间</translation>
    </message>
</context>
<context>
    <name>tl::MenuRow</name>
    <message>
        <source>Not saved to a file yet</source>
        <translation>尚未保存到文件</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
</context>
<context>
    <name>tl::MessageBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss (%1)</source>
        <translation>关闭（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n times)</source>
        <translation>
            <numerusform>%1（%n 次）</numerusform>
        </translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
</context>
<context>
    <name>tl::NameEdit</name>
    <message>
        <source>Name of the layer</source>
        <translation>层的名称</translation>
    </message>
</context>
<context>
    <name>tl::NetworkEditor</name>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>%1 has no place in a wire: it needs an input and an output.</source>
        <translation>%1 不能放在连线中：它需要有输入和输出。</translation>
    </message>
    <message>
        <source>Insert %1</source>
        <translation>插入 %1</translation>
    </message>
    <message>
        <source>%1 cannot go into this wire: would make a cycle.</source>
        <translation>%1 不能放入此连线：会形成环。</translation>
    </message>
    <message>
        <source>%1 cannot feed %2: %3.</source>
        <translation>%1 不能作为 %2 的输入：%3。</translation>
    </message>
    <message>
        <source>Connect %1 to %2</source>
        <translation>把 %1 连接到 %2</translation>
    </message>
    <message>
        <source>Disconnect %1 from %2</source>
        <translation>断开 %1 与 %2</translation>
    </message>
    <message numerus="yes">
        <source>Disconnect %n wire(s)</source>
        <translation>
            <numerusform>断开 %n 条连线</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot feed %2: would make a cycle.</source>
        <translation>%1 不能作为 %2 的输入：会形成环。</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n wire(s)</source>
        <translation>
            <numerusform>%n 条连线</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Select the layers to bypass first.</source>
        <translation>请先选择要旁路的层。</translation>
    </message>
    <message>
        <source>An input or output cannot be bypassed: the network would have none.</source>
        <translation>输入和输出不能旁路：网络将没有输入或输出。</translation>
    </message>
    <message>
        <source>Bypass %1</source>
        <translation>旁路 %1</translation>
    </message>
    <message>
        <source>Use %1 again</source>
        <translation>恢复使用 %1</translation>
    </message>
    <message>
        <source>Rename %1 to %2</source>
        <translation>把 %1 重命名为 %2</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>设置 %2 的 %1</translation>
    </message>
    <message>
        <source>A layer without weights has nothing to freeze.</source>
        <translation>没有权重的层无需冻结。</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message>
        <source>Make %1 a %2</source>
        <translation>把 %1 改为 %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Auto-layout</source>
        <translation>自动布局</translation>
    </message>
    <message>
        <source>Cut %1</source>
        <translation>剪切 %1</translation>
    </message>
    <message>
        <source>The clipboard does not hold layers.</source>
        <translation>剪贴板中没有层。</translation>
    </message>
    <message>
        <source>Paste %1</source>
        <translation>粘贴 %1</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>These layers cannot be connected in this order: they are already, or it would make a cycle.</source>
        <translation>这些层无法按此顺序连接：已经连接，或会形成环。</translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation>连接 %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>%1 of %2: %3 → %4</source>
        <translation>%2 的 %1：%3 → %4</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%2 的 %1：%3</translation>
    </message>
    <message>
        <source>Swap inputs %1 and %2 of %3</source>
        <translation>交换 %3 的输入 %1 和 %2</translation>
    </message>
    <message>
        <source>Move %1 to input %2 of %3</source>
        <translation>把 %1 移到 %3 的输入 %2</translation>
    </message>
</context>
<context>
    <name>tl::NetworkModel</name>
    <message>
        <source>bypassed · %1</source>
        <translation>旁路 · %1</translation>
    </message>
    <message>
        <source>no such layer</source>
        <translation>没有这个层</translation>
    </message>
    <message>
        <source>a layer cannot feed itself</source>
        <translation>层不能作为自身的输入</translation>
    </message>
    <message>
        <source>%1 has no output</source>
        <translation>%1 没有输出</translation>
    </message>
    <message>
        <source>%1 has no input</source>
        <translation>%1 没有输入</translation>
    </message>
    <message>
        <source>%1 has no such input</source>
        <translation>%1 没有这个输入</translation>
    </message>
    <message>
        <source>already connected</source>
        <translation>已经连接</translation>
    </message>
    <message>
        <source>would make a cycle</source>
        <translation>会形成环</translation>
    </message>
    <message>
        <source>unknown layer %1</source>
        <translation>未知的层 %1</translation>
    </message>
</context>
<context>
    <name>tl::NetworkPanel</name>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>No layers yet</source>
        <translation>尚无层</translation>
    </message>
    <message>
        <source>Auto-layout</source>
        <translation>自动布局</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>小地图</translation>
    </message>
    <message>
        <source>Zoom; click for 100 %</source>
        <translation>缩放；单击恢复 100 %</translation>
    </message>
    <message>
        <source>Change type to</source>
        <translation>把类型改为</translation>
    </message>
    <message>
        <source>Find a layer by name or type</source>
        <translation>按名称或类型查找层</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Drag a layer here, or start from one of these:</source>
        <translation>把层拖到这里，或从以下之一开始：</translation>
    </message>
    <message>
        <source>Drag a layer here, press %1 to search, or start from one of these:</source>
        <translation>把层拖到这里，按 %1 搜索，或从以下之一开始：</translation>
    </message>
</context>
<context>
    <name>tl::NodeCanvas</name>
    <message>
        <source>Connect %1 to a new layer</source>
        <translation>把 %1 连接到新层</translation>
    </message>
    <message>
        <source>A new layer before %1</source>
        <translation>在 %1 之前添加新层</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>an output goes to an input</source>
        <translation>输出应连到输入</translation>
    </message>
    <message>
        <source>an input takes an output</source>
        <translation>输入应连到输出</translation>
    </message>
    <message>
        <source>a node cannot feed itself</source>
        <translation>节点不能作为自身的输入</translation>
    </message>
    <message>
        <source>output, not connected</source>
        <translation>输出，未连接</translation>
    </message>
    <message>
        <source>output, to %1</source>
        <translation>输出，到 %1</translation>
    </message>
    <message>
        <source>input %1, not connected</source>
        <translation>输入 %1，未连接</translation>
    </message>
    <message>
        <source>input %1, from %2</source>
        <translation>输入 %1，来自 %2</translation>
    </message>
    <message>
        <source>bypassed</source>
        <translation>已旁路</translation>
    </message>
    <message>
        <source>weights frozen</source>
        <translation>权重已冻结</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>%1 layers selected</source>
        <translation>已选择 %1 个层</translation>
    </message>
    <message>
        <source>A new layer after %1</source>
        <translation>在 %1 之后添加新层</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>to %1: %2</source>
        <translation>到 %1：%2</translation>
    </message>
    <message>
        <source>swaps with the wire from %1</source>
        <translation>与来自 %1 的连线交换位置</translation>
    </message>
    <message>
        <source>replaces the wire from %1</source>
        <translation>替换来自 %1 的连线</translation>
    </message>
</context>
<context>
    <name>tl::NumberCard</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
</context>
<context>
    <name>tl::NumbersView</name>
    <message>
        <source>Predicted numbers over the true ones</source>
        <translation>预测值对真实值</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Show the furthest off</source>
        <translation>显示偏差最大的</translation>
    </message>
    <message>
        <source>All samples, those first whose prediction is furthest from what is true: labels that are wrong are among these</source>
        <translation>所有样本，预测与真实值相差最大的在前：标错的标签就在其中</translation>
    </message>
    <message>
        <source>After each epoch with a validation, this shows the predicted numbers over the true ones.</source>
        <translation>每个带验证的轮次之后，这里显示预测值对真实值的图。</translation>
    </message>
    <message>
        <source>%1, test split, step %2</source>
        <translation>%1，测试集，第 %2 步</translation>
    </message>
    <message>
        <source>%1, validation, step %2</source>
        <translation>%1，验证，第 %2 步</translation>
    </message>
    <message>
        <source>%1, validation after epoch %2</source>
        <translation>%1，第 %2 轮后的验证</translation>
    </message>
    <message>
        <source>mean absolute error %1</source>
        <translation>平均绝对误差 %1</translation>
    </message>
    <message>
        <source>samples: %1</source>
        <translation>样本：%1</translation>
    </message>
    <message>
        <source>predictions that are no numbers: %1</source>
        <translation>不是数字的预测：%1</translation>
    </message>
    <message>
        <source>samples that could not be read: %1</source>
        <translation>无法读取的样本：%1</translation>
    </message>
    <message>
        <source>%1 on “%2”, step %3</source>
        <translation>%1 在“%2”上，第 %3 步</translation>
    </message>
</context>
<context>
    <name>tl::OpGraphModel</name>
    <message>
        <source>Stopped before the graph was there.</source>
        <translation>在计算图生成前已停止。</translation>
    </message>
    <message>
        <source>The network has no layers yet.</source>
        <translation>网络还没有层。</translation>
    </message>
    <message>
        <source>Without a data set nobody knows the shape of what goes in: open one first.</source>
        <translation>没有数据集就无从知道输入的形状：请先打开一个。</translation>
    </message>
    <message>
        <source>The file holds a graph without nodes.</source>
        <translation>文件中的计算图没有节点。</translation>
    </message>
    <message>
        <source>network, batch %1</source>
        <translation>网络，批大小 %1</translation>
    </message>
    <message>
        <source>ops, batch %1</source>
        <translation>算子，批大小 %1</translation>
    </message>
    <message>
        <source>plan, batch %1, %2</source>
        <translation>计划，批大小 %1，%2</translation>
    </message>
</context>
<context>
    <name>tl::OpOutput</name>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output at step %1</source>
        <translation>第 %1 步的输出</translation>
    </message>
    <message>
        <source>mean %1 · %2 % zero</source>
        <translation>均值 %1 · %2 % 为零</translation>
    </message>
    <message>
        <source>While this window trains, the values that the op makes stand here.</source>
        <translation>此窗口训练时，这里显示该算子产生的值。</translation>
    </message>
    <message>
        <source>Waiting for a look at it…</source>
        <translation>正在等待查看…</translation>
    </message>
    <message>
        <source>Only the compiled plan makes this value, so it cannot be looked at alone; its layer&apos;s output can.</source>
        <translation>只有编译后的计划才产生这个值，因此不能单独查看；可以查看它所属层的输出。</translation>
    </message>
    <message>
        <source>The run stands: this comes with its next step. The Debugger shows what there is now.</source>
        <translation>运行正停在断点处：这些数值随下一步到来。现有的数值见“调试器”。</translation>
    </message>
</context>
<context>
    <name>tl::OpPanel</name>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>of the step</source>
        <translation>占一步</translation>
    </message>
    <message>
        <source>work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 read, %2 written</source>
        <translation>读 %1，写 %2</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>in</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>lives</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>第 %1 至 %2 步</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>shares with</source>
        <translation>共享内存者</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message numerus="yes">
        <source>%n op(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>In all</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>No op picked</source>
        <translation>未选算子</translation>
    </message>
    <message>
        <source>When there is a graph, click an op in it to see its kernel, cost and memory.</source>
        <translation>有计算图时，点击其中的算子可查看其内核、开销和内存。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>wires</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Click an op to see what it costs; double-click a group to unfold it.</source>
        <translation>点击算子查看其开销；双击组可展开。</translation>
    </message>
    <message>
        <source>Show on canvas</source>
        <translation>在画布上显示</translation>
    </message>
    <message>
        <source>It belongs to no layer of the network</source>
        <translation>它不属于网络的任何层</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>There is no timeline to show it in</source>
        <translation>没有可供显示的时间线</translation>
    </message>
    <message>
        <source>of the limit</source>
        <translation>占极限</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>已试</translation>
    </message>
    <message>
        <source>or</source>
        <translation>或</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Break here</source>
        <translation>在此中断</translation>
    </message>
    <message>
        <source>Pick one op of a training step</source>
        <translation>请选择训练步中的一个算子</translation>
    </message>
    <message>
        <source>Training stands still before this op, at every step</source>
        <translation>每一步训练都会停在此算子之前</translation>
    </message>
    <message>
        <source>in cache</source>
        <translation>在缓存中</translation>
    </message>
    <message>
        <source>A breakpoint: training stands still before this op, at every step. Press to remove it</source>
        <translation>断点：每一步训练都会停在此算子之前。按下可移除</translation>
    </message>
    <message>
        <source>%1: no node of its graph makes it</source>
        <translation>%1：图中没有节点产生它</translation>
    </message>
</context>
<context>
    <name>tl::ParallelAxes</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>%1: from %2 to %3</source>
        <translation>%1：从 %2 到 %3</translation>
    </message>
    <message>
        <source>%1: all values</source>
        <translation>%1：所有值</translation>
    </message>
    <message>
        <source>Drag along the axis: only runs within that stretch are shown. A click takes it away. L, or the menu, makes it logarithmic or linear.</source>
        <translation>沿坐标轴拖动：只显示落在该区段内的运行。单击可取消。按 L 键或用菜单可在对数与线性之间切换。</translation>
    </message>
</context>
<context>
    <name>tl::PastSteps</name>
    <message>
        <source>The steps before</source>
        <translation>之前的步</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Norm of %1</source>
        <translation>%1 的范数</translation>
    </message>
    <message numerus="yes">
        <source>Batch of step %1 · %n item(s)</source>
        <translation>
            <numerusform>第 %1 步的批 · %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>No step was done before this one since the run began here.</source>
        <translation>运行从这里开始，此前没有完成的步。</translation>
    </message>
    <message>
        <source>The data are no images.</source>
        <translation>数据不是图像。</translation>
    </message>
</context>
<context>
    <name>tl::PickedPoint</name>
    <message>
        <source>Picked</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>Click a point.</source>
        <translation>请单击一个点。</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>最近邻</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>By direction</source>
        <translation>按方向</translation>
    </message>
    <message>
        <source>Euclidean</source>
        <translation>欧氏</translation>
    </message>
    <message>
        <source>By distance</source>
        <translation>按距离</translation>
    </message>
    <message>
        <source>Nearest items</source>
        <translation>最近的样本</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>It is a row of numbers: the Data workspace shows it.</source>
        <translation>这是一行数：数据工作区会显示它。</translation>
    </message>
</context>
<context>
    <name>tl::PictureCard</name>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The pictures of step %1 are damaged, or of a kind that is not known here.</source>
        <translation>第 %1 步的图片已损坏，或是这里不认识的格式。</translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n 张图片</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>The picture could not be written to %1. Choose another folder.</source>
        <translation>图片无法写入 %1。请选择另一个文件夹。</translation>
    </message>
</context>
<context>
    <name>tl::PictureStrip</name>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · 第 %2 张，共 %3 张</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture (PNG)…</source>
        <translation>保存图片（PNG）…</translation>
    </message>
</context>
<context>
    <name>tl::PicturesPanel</name>
    <message>
        <source>No pictures yet</source>
        <translation>还没有图片</translation>
    </message>
    <message>
        <source>Inputs, feature maps and kernels appear here once a run records them: watch an output as pictures while it trains, or open a folder that TensorFlow, PyTorch or Keras logs into.</source>
        <translation>运行记录之后，这里显示输入、特征图和卷积核：请在训练时把某个输出作为图片观察，或打开 TensorFlow、PyTorch 或 Keras 的日志文件夹。</translation>
    </message>
    <message>
        <source>conv_1, */output</source>
        <translation>conv_1, */output</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Look into a file of tensors</source>
        <translation>查看张量文件</translation>
    </message>
    <message>
        <source>Tensors (*.safetensors *.npy)</source>
        <translation>张量 (*.safetensors *.npy)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>tl::PlanPanel</name>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>lives</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>the threads&apos; scratch</source>
        <translation>线程的临时内存</translation>
    </message>
    <message>
        <source>peak %1 at step %2, most of it held by %3</source>
        <translation>峰值 %1，在第 %2 步，主要由 %3 占用</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>There is no graph.</source>
        <translation>没有计算图。</translation>
    </message>
    <message>
        <source>Memory is planned when the graph is compiled: choose Compiled.</source>
        <translation>内存在编译时规划：请选“编译”。</translation>
    </message>
</context>
<context>
    <name>tl::PointCloud</name>
    <message>
        <source>Points in space</source>
        <translation>空间中的点</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>tl::PointsWriter</name>
    <message>
        <source>The points could not be written to %1: %2. Choose another folder.</source>
        <translation>无法将数据点写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” was changed or deleted while its points were written to %2. Save them again.</source>
        <translation>“%1”的数据点写入 %2 时，该运行被更改或删除。请重新保存。</translation>
    </message>
</context>
<context>
    <name>tl::ProblemsPanel</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>打开时的状态</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Repairs</source>
        <translation>修复</translation>
    </message>
</context>
<context>
    <name>tl::ProfilePanel</name>
    <message>
        <source>As a file that Perfetto, Chrome or TensorBoard open</source>
        <translation>保存为 Perfetto、Chrome 或 TensorBoard 可打开的文件</translation>
    </message>
    <message>
        <source>There is no timeline yet: train, and record steps in the Profile workspace; or open one.</source>
        <translation>还没有时间线：请训练，并在“性能”工作区中录制步骤；或打开一个时间线。</translation>
    </message>
    <message>
        <source>No timeline is open: open a recording below</source>
        <translation>没有打开的时间线：请在下方打开一个录制</translation>
    </message>
    <message>
        <source>Open a timeline</source>
        <translation>打开时间线</translation>
    </message>
    <message>
        <source>Timelines (*.json *.json.gz *.trace *.pb)</source>
        <translation>时间线 (*.json *.json.gz *.trace *.pb)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message numerus="yes">
        <source>The next run loads with %n thread(s).</source>
        <translation>
            <numerusform>下一次运行将用 %n 个线程加载。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The network has faults, so there is no plan of its memory yet.</source>
        <translation>网络有错误，因此还没有内存计划。</translation>
    </message>
    <message>
        <source>Nothing is recorded yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>How many steps to record</source>
        <translation>记录多少步</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Follow what happens now</source>
        <translation>跟随当前进展</translation>
    </message>
    <message>
        <source>op, layer or kernel  /</source>
        <translation>算子、层或内核  /</translation>
    </message>
    <message>
        <source>Search the whole timeline</source>
        <translation>搜索整条时间线</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>self ms</source>
        <translation>自身毫秒</translation>
    </message>
    <message>
        <source>total ms</source>
        <translation>总毫秒</translation>
    </message>
    <message>
        <source>mean ms</source>
        <translation>平均毫秒</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>GF/s</source>
        <translation>GF/s</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>share of the limit</source>
        <translation>占极限</translation>
    </message>
    <message>
        <source>Layer and op; the colour is the layer&apos;s</source>
        <translation>层与算子；颜色为层的颜色</translation>
    </message>
    <message>
        <source>Time without what lies within</source>
        <translation>不含内部的时间</translation>
    </message>
    <message>
        <source>Time with what lies within</source>
        <translation>含内部的时间</translation>
    </message>
    <message>
        <source>Total by count</source>
        <translation>总时间除以次数</translation>
    </message>
    <message>
        <source>Operations a second</source>
        <translation>每秒运算次数</translation>
    </message>
    <message>
        <source>Bytes a second</source>
        <translation>每秒字节数</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>wait ms</source>
        <translation>等待毫秒</translation>
    </message>
    <message>
        <source>forward ms</source>
        <translation>前向毫秒</translation>
    </message>
    <message>
        <source>backward ms</source>
        <translation>反向毫秒</translation>
    </message>
    <message>
        <source>update ms</source>
        <translation>更新毫秒</translation>
    </message>
    <message>
        <source>other ms</source>
        <translation>其他毫秒</translation>
    </message>
    <message>
        <source>of the longest</source>
        <translation>占最长</translation>
    </message>
    <message>
        <source>With the wait for its batch</source>
        <translation>包含等待批次</translation>
    </message>
    <message>
        <source>For its batch</source>
        <translation>等待其批次</translation>
    </message>
    <message>
        <source>Copying the batch, reading the loss, telling of it</source>
        <translation>复制批次、读取损失、报告</translation>
    </message>
    <message>
        <source>“%1” is back.</source>
        <translation>“%1”已放回。</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止记录</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Keeps the next steps whole: every kernel on every thread</source>
        <translation>完整保留接下来的步：每个线程上的每个内核</translation>
    </message>
    <message>
        <source>Steps can be recorded while a run of this window trains.</source>
        <translation>本窗口的运行在训练时才能记录。</translation>
    </message>
    <message>
        <source>Waiting for the next step</source>
        <translation>等待下一步</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>While a run trains, every thread writes down what it does. Train, and it is seen here; or open a timeline that PyTorch, TensorFlow or Chrome wrote.</source>
        <translation>运行训练时，每个线程都会记下自己做了什么。开始训练即可在此看到；也可以打开 PyTorch、TensorFlow 或 Chrome 写出的时间线。</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Open a timeline…</source>
        <translation>打开时间线…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%1, beside the steps on %n thread(s)</source>
        <translation>
            <numerusform>%1，在各步之外的 %n 个线程上</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, op by op</source>
        <translation>%1，逐个算子执行</translation>
    </message>
    <message>
        <source>%1, beside the steps on %2</source>
        <translation>%1，在各步之外的 %2 上</translation>
    </message>
    <message>
        <source>Ops in the selected area, or in the whole timeline</source>
        <translation>所选区域（或整条时间线）的算子</translation>
    </message>
    <message>
        <source>Self time as a part of the steps; of an op beside them: of its own threads&apos; time</source>
        <translation>自身时间占各步的份额；各步之外的算子：占其所在线程时间的份额</translation>
    </message>
    <message>
        <source>Measured when the run ends</source>
        <translation>运行结束后测量</translation>
    </message>
    <message>
        <source>No thread has done anything for “%1” in the last seconds.</source>
        <translation>最近几秒内没有线程为“%1”做过任何事。</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>This file tells nothing of memory.</source>
        <translation>此文件没有关于内存的内容。</translation>
    </message>
    <message>
        <source>The most that this file counted. %1</source>
        <translation>此文件所记录的最大值。%1</translation>
    </message>
    <message>
        <source>in cache</source>
        <translation>在缓存中</translation>
    </message>
    <message>
        <source>Last seconds</source>
        <translation>最近几秒</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>What was recorded of the runs in the list</source>
        <translation>列表中各次运行的录制</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>ends within a record: what came before is shown</source>
        <translation>文件在一条记录中间结束：显示的是此前的内容</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) could not be read</source>
        <translation>
            <numerusform>%n 条记录无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n span(s) came too fast to be kept</source>
        <translation>
            <numerusform>%n 个区间来得太快，未能保留</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Stop recording</source>
        <translation>停止记录(&amp;S)</translation>
    </message>
    <message>
        <source> step</source>
        <translation> 步</translation>
    </message>
    <message>
        <source> steps</source>
        <translation> 步</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>放回去</translation>
    </message>
    <message>
        <source>Measure this machine&apos;s limits</source>
        <translation>测量本机极限</translation>
    </message>
    <message>
        <source>Its arithmetic and its memory, for a third of a second: what the shares of the limit and the roof are made of</source>
        <translation>用三分之一秒测量其运算与内存：极限占比和屋顶线由此得出</translation>
    </message>
    <message>
        <source>Recording: *%1* of %2 steps</source>
        <translation>正在录制：*%1* / %2 步</translation>
    </message>
    <message>
        <source>over bfloat16</source>
        <translation>超过 bfloat16</translation>
    </message>
    <message>
        <source>over float32</source>
        <translation>超过 float32</translation>
    </message>
    <message>
        <source>Of this machine&apos;s arithmetic (in bfloat16 for ops that multiply 16 bits, else in float32) or its memory, as measured, whichever the op comes closer to; in cache: what it moves never leaves the caches, which are faster than memory; over float32: by a method with fewer operations</source>
        <translation>相对于本机实测的算力（以 16 位相乘的运算取 bfloat16，其余取 float32）或内存带宽，取该运算更接近的一项;在缓存中:它搬运的数据从不离开缓存，缓存比内存快;超过 float32:它采用运算次数更少的方法</translation>
    </message>
    <message numerus="yes">
        <source>%1 a step, over %n whole step(s)</source>
        <translation>
            <numerusform>每步 %1 次，共 %n 个完整的步</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 without what the area&apos;s ends cut off</source>
        <translation>除去选区两端截掉的部分为 %1</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>再次测量</translation>
    </message>
    <message>
        <source>How often, those that the area cuts too; point at one for how often a step</source>
        <translation>次数，被选区截断的也算在内；指向某个数字可看每步次数</translation>
    </message>
    <message>
        <source>“%1” trains in another program</source>
        <translation>“%1”正在另一个程序中训练</translation>
    </message>
    <message>
        <source>What that program does is not seen here. Begun with `tensorloom train --profile 100:20`, a run keeps the timeline of 20 steps in its folder, and it is listed below; or stop the run, and resume it in this window.</source>
        <translation>那个程序在做什么，这里看不到。用 `tensorloom train --profile 100:20` 启动的运行会把 20 步的时间线存入其文件夹，并列在下方；也可以停止该运行，再在本窗口中继续训练。</translation>
    </message>
    <message>
        <source>Put back the recording “%1”</source>
        <translation>放回录制“%1”</translation>
    </message>
    <message numerus="yes">
        <source>What every thread did in the last seconds, looked at after it happened: %n at most. A thread keeps no more than its last two million spans, which ten thousand steps a second fill sooner; a row is shaded where it knows nothing</source>
        <translation>
            <numerusform>事后查看每个线程最近几秒做了什么：最多 %n 秒。每个线程最多保留最近的两百万个时间段，每秒上万步时会更早填满；没有记录之处以阴影表示</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, forward</source>
        <translation>%1，前向</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1，反向</translation>
    </message>
    <message>
        <source>%1, update</source>
        <translation>%1，更新</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, of %2 operations and %3</source>
        <translation>%1，%2 次运算、%3</translation>
    </message>
</context>
<context>
    <name>tl::ProfileSource</name>
    <message numerus="yes">
        <source>The recording ended after %n step(s): more would not fit into memory beside the run.</source>
        <translation>
            <numerusform>录制在 %n 步后结束：再多就无法与运行一起放入内存。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tl::ProjectorPanel</name>
    <message>
        <source>The layer whose output is projected</source>
        <translation>投影其输出的层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Of which split</source>
        <translation>哪个划分</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>How many of its items, evenly apart</source>
        <translation>均匀选取多少个样本</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>PCA</source>
        <translation>PCA</translation>
    </message>
    <message>
        <source>Principal components: keeps what varies most</source>
        <translation>主成分：保留变化最大的方向</translation>
    </message>
    <message>
        <source>t-SNE</source>
        <translation>t-SNE</translation>
    </message>
    <message>
        <source>Keeps who is near whom; takes longer</source>
        <translation>保留相邻关系；耗时较长</translation>
    </message>
    <message>
        <source>name or class</source>
        <translation>名称或类别</translation>
    </message>
    <message>
        <source>Class names at their middles</source>
        <translation>在类别中心标出类别名</translation>
    </message>
    <message>
        <source>Small pictures instead of dots</source>
        <translation>用小图片代替圆点</translation>
    </message>
    <message>
        <source>There is no data set to project.</source>
        <translation>没有可投影的数据集。</translation>
    </message>
    <message>
        <source>Train first: a run&apos;s checkpoint holds the weights to look through.</source>
        <translation>请先训练：运行的检查点里有所需的权重。</translation>
    </message>
    <message>
        <source>The network has no layer.</source>
        <translation>网络没有层。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>No projection yet</source>
        <translation>还没有投影</translation>
    </message>
    <message>
        <source>The projection failed</source>
        <translation>投影失败</translation>
    </message>
    <message>
        <source>Running %1 over %2</source>
        <translation>正在 %2 上运行 %1</translation>
    </message>
    <message>
        <source>Projecting</source>
        <translation>正在投影</translation>
    </message>
    <message>
        <source>%1 · three components keep %2 % of the variance</source>
        <translation>%1 · 三个主成分保留 %2 % 的方差</translation>
    </message>
    <message>
        <source>%1 · divergence %2 at perplexity 30</source>
        <translation>%1 · 散度 %2（困惑度 30）</translation>
    </message>
    <message>
        <source>Still %1 of %2 over %3, %4</source>
        <translation>仍是 %4 的 %1：%2 在 %3 上</translation>
    </message>
    <message>
        <source>With the weights of %1&apos;s newest checkpoint</source>
        <translation>使用 %1 最新检查点的权重</translation>
    </message>
    <message>
        <source>Project a layer&apos;s output over a split, with the weights of %1: samples that the network finds alike come to stand together.</source>
        <translation>用 %1 的权重，把某一层在一个划分上的输出投影出来：网络认为相似的样本会聚在一起。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 items of %4, %5 numbers each</source>
        <translation>%1：%4 的 %3 项中的 %2 项，每项 %5 个数</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 · t-SNE as far as it got, %2 %</source>
        <translation>%1 · t-SNE 取消前的结果，完成 %2 %</translation>
    </message>
</context>
<context>
    <name>tl::PropertyGrid</name>
    <message numerus="yes">
        <source> · %n changed</source>
        <translation>
            <numerusform> · 已改 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Advanced: %1</source>
        <translation>高级：%1</translation>
    </message>
</context>
<context>
    <name>tl::PropertyLine</name>
    <message>
        <source>Default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>Reset to %1</source>
        <translation>重置为 %1</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Reset each to its default</source>
        <translation>各自重置为默认值</translation>
    </message>
</context>
<context>
    <name>tl::PutBack</name>
    <message>
        <source>Put back “%1”</source>
        <translation>放回“%1”</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>放回去</translation>
    </message>
</context>
<context>
    <name>tl::Question</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>tl::RangePopup</name>
    <message>
        <source>%1 from</source>
        <translation>%1 下限</translation>
    </message>
    <message>
        <source>%1 to</source>
        <translation>%1 上限</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Keep what is shown</source>
        <translation>保持当前显示的范围</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>“%1” is no time: expected is one like %2.</source>
        <translation>“%1”不是时间：应如 %2。</translation>
    </message>
    <message>
        <source>“%1” is no length of time: expected are seconds, or 1:30 or 1:05:00.</source>
        <translation>“%1”不是时长：应为秒数，或如 1:30、1:05:00。</translation>
    </message>
    <message>
        <source>“%1” is no number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>A range goes from less to more: %1 is not below %2.</source>
        <translation>范围应由小到大：%1 不小于 %2。</translation>
    </message>
</context>
<context>
    <name>tl::RateCurve</name>
    <message>
        <source>Loss over learning rate</source>
        <translation>损失随学习率的变化</translation>
    </message>
    <message>
        <source>Marker at %1</source>
        <translation>标记位于 %1</translation>
    </message>
    <message>
        <source>from loss %1</source>
        <translation>损失自 %1 起</translation>
    </message>
</context>
<context>
    <name>tl::RateSection</name>
    <message numerus="yes">
        <source>Trains a copy for %n step(s), with a rate that grows, and shows where the loss falls fastest.</source>
        <translation>
            <numerusform>用一份副本训练 %n 步，学习率逐步增大，显示损失下降最快之处。</numerusform>
        </translation>
    </message>
    <message>
        <source>Put the search away</source>
        <translation>收起搜索</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Find a rate</source>
        <translation>查找学习率</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>The loss falls fastest at the marker. Take it for an upper bound: a long run often wants less than these few steps.</source>
        <translation>损失在标记处下降最快。请把它当作上限：长时间训练所需的学习率往往比这几步更小。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
</context>
<context>
    <name>tl::RecordingList</name>
    <message>
        <source>Recordings</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>“Record steps” keeps every kernel of the next steps, in the run&apos;s folder. Each recording gets a row here.</source>
        <translation>“录制步骤”会把接下来各步的每个内核保存在运行的文件夹中。每个录制在此占一行。</translation>
    </message>
    <message>
        <source>Delete the recording</source>
        <translation>删除录制</translation>
    </message>
    <message>
        <source>Delete “%1”?</source>
        <translation>删除“%1”？</translation>
    </message>
    <message>
        <source>Its file goes into the trash:
%1</source>
        <translation>其文件将移到回收站：
%1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Save the timeline</source>
        <translation>保存时间线</translation>
    </message>
    <message>
        <source>Chrome trace, packed (*.json.gz)</source>
        <translation>Chrome 跟踪，压缩 (*.json.gz)</translation>
    </message>
    <message>
        <source>Chrome trace (*.json)</source>
        <translation>Chrome 跟踪 (*.json)</translation>
    </message>
    <message>
        <source>TensorBoard&apos;s profile plugin (*.xplane.pb)</source>
        <translation>TensorBoard 的 profile 插件 (*.xplane.pb)</translation>
    </message>
</context>
<context>
    <name>tl::RecordingTable</name>
    <message>
        <source>%1, open in the timeline</source>
        <translation>%1，已在时间线中打开</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>when</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>tl::Recordings</name>
    <message>
        <source>Its run has no folder: the recording is gone with the next timeline, unless it is saved.</source>
        <translation>该运行没有文件夹：除非另存，打开下一条时间线后此录制就会丢失。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>“%1” is deleted: there is no trash for %2.</source>
        <translation>“%1”已删除：%2 没有回收站。</translation>
    </message>
    <message>
        <source>“%1” is in the trash.</source>
        <translation>“%1”已移到回收站。</translation>
    </message>
    <message>
        <source>“%1” stays in the trash: its run is not in the list.</source>
        <translation>“%1”仍在回收站中：其运行不在列表中。</translation>
    </message>
    <message>
        <source>Recording %1</source>
        <translation>录制 %1</translation>
    </message>
</context>
<context>
    <name>tl::RecoveryOffer</name>
    <message>
        <source>The older work of “%1” is a project without a file: saving asks where, and %2 stays as it is.</source>
        <translation>“%1”的较旧内容已作为没有文件的项目打开：保存时会询问位置，%2 保持不变。</translation>
    </message>
    <message>
        <source>Go on with the saved file</source>
        <translation>继续使用已保存的文件</translation>
    </message>
    <message>
        <source>Recover the older work</source>
        <translation>恢复较旧的内容</translation>
    </message>
    <message>
        <source>Discard the older work</source>
        <translation>放弃较旧的内容</translation>
    </message>
    <message>
        <source>There is unsaved work of “%1” from %2, kept when the program ended unexpectedly.</source>
        <translation>程序意外结束时，保留了 %2 的“%1”中未保存的工作。</translation>
    </message>
    <message>
        <source>It is newer than %1, saved %2.</source>
        <translation>它比保存于 %2 的 %1 更新。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>“%1” was saved %2. There is older unsaved work of it from %3, kept when the program ended unexpectedly.</source>
        <translation>“%1”保存于 %2。另有程序意外结束时保留的、%3 的较旧的未保存内容。</translation>
    </message>
    <message>
        <source>“%1”, %2</source>
        <comment>a project; when its unsaved work was kept</comment>
        <translation>“%1”，%2</translation>
    </message>
    <message>
        <source>Older ones</source>
        <translation>更早的</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>最新的</translation>
    </message>
    <message>
        <source>%1 pieces of unsaved work were kept when the program ended unexpectedly, the newest first. Choose one; the others stay.</source>
        <translation>程序意外结束时保留了 %1 份未保存的工作，最新的在前。请选择一份，其余的会保留。</translation>
    </message>
    <message>
        <source>The others…</source>
        <translation>其他的…</translation>
    </message>
</context>
<context>
    <name>tl::RooflinePlot</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>%1 GF/s at %2 operations a byte</source>
        <translation>%1 GF/s，每字节 %2 次运算</translation>
    </message>
    <message>
        <source>%1, %2 % of the limit there</source>
        <translation>%1，为该处极限的 %2 %</translation>
    </message>
    <message>
        <source>operations a byte</source>
        <translation>每字节运算次数</translation>
    </message>
    <message>
        <source>No op in the selection tells what it computes.</source>
        <translation>所选范围内没有算子说明其运算量。</translation>
    </message>
    <message>
        <source>The machine&apos;s limits are not measured yet: there is no roof.</source>
        <translation>尚未测量本机极限：因此没有屋顶线。</translation>
    </message>
    <message>
        <source>%1 GF/s in float32, %2 in bfloat16, %3 GB/s, measured</source>
        <translation>float32 下 %1 GF/s，bfloat16 下 %2，%3 GB/s，实测</translation>
    </message>
    <message>
        <source>Ops above their flat part multiply by a method with fewer operations.</source>
        <translation>各自水平线以上的运算采用运算次数更少的方法。</translation>
    </message>
    <message>
        <source>%1 GF/s in float32, %2 GB/s, measured</source>
        <translation>float32 下 %1 GF/s，%2 GB/s，实测</translation>
    </message>
    <message>
        <source>Ops above the slope are served by the caches, which are faster than memory.</source>
        <translation>斜线以上的运算由缓存供数，缓存比内存快。</translation>
    </message>
    <message>
        <source>Ops above the flat part multiply in 16 bits, or by a method with fewer operations.</source>
        <translation>水平线以上的运算以 16 位相乘，或采用运算次数更少的方法。</translation>
    </message>
</context>
<context>
    <name>tl::RowTable</name>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>25 %</source>
        <translation>25 %</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>75 %</source>
        <translation>75 %</translation>
    </message>
    <message>
        <source>most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Columns of the training rows</source>
        <translation>训练行的各列</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns · training rows</source>
        <translation>列 · 训练行</translation>
    </message>
    <message>
        <source>taken for</source>
        <translation>判为</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>off by</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>%1 after scaling</source>
        <translation>缩放后 %1</translation>
    </message>
    <message>
        <source>Sort rows by</source>
        <translation>行排序依据</translation>
    </message>
    <message>
        <source>nothing, as they come</source>
        <translation>不排序（原有顺序）</translation>
    </message>
    <message>
        <source>Columns · training rows · before scaling</source>
        <translation>列 · 训练行 · 缩放前</translation>
    </message>
    <message>
        <source>Rows · before scaling</source>
        <translation>行 · 缩放前</translation>
    </message>
    <message>
        <source>Sort rows by…</source>
        <translation>行排序方式…</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>tl::RunActions</name>
    <message>
        <source>Choose a run in the list first.</source>
        <translation>请先在列表中选择一次运行。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>It has no folder.</source>
        <translation>它没有文件夹。</translation>
    </message>
    <message>
        <source>What its folder says of it cannot be read.</source>
        <translation>无法读取其文件夹中的信息。</translation>
    </message>
    <message>
        <source>The next run begins with the weights of “%1”, by name and shape.</source>
        <translation>下一次运行按名称和形状从“%1”的权重开始。</translation>
    </message>
    <message>
        <source>Draw them anew</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>It does so already.</source>
        <translation>已经如此。</translation>
    </message>
    <message>
        <source>It is under way: stop it first.</source>
        <translation>它正在进行：请先停止。</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Note about the run</source>
        <translation>运行的备注</translation>
    </message>
    <message>
        <source>What is to be remembered of “%1”</source>
        <translation>关于“%1”要记住的内容</translation>
    </message>
    <message>
        <source>Restore the settings of %1</source>
        <translation>恢复 %1 的设置</translation>
    </message>
    <message>
        <source>Open its data</source>
        <translation>打开它的数据</translation>
    </message>
    <message>
        <source>Network and settings are those of “%1”.</source>
        <translation>网络和设置与“%1”相同。</translation>
    </message>
    <message>
        <source>Network and settings are those of “%1”, which saw other data: %2</source>
        <translation>网络和设置与“%1”相同，但它使用的是其他数据：%2</translation>
    </message>
    <message>
        <source>The settings of “%1” were not restored. %2</source>
        <translation>没有恢复“%1”的设置。%2</translation>
    </message>
    <message>
        <source>Continue the run</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>“%1” has %2 epochs. How many shall it have in all?</source>
        <translation>“%1”有 %2 轮。总共要多少轮？</translation>
    </message>
    <message>
        <source>Delete the run</source>
        <translation>删除运行</translation>
    </message>
    <message>
        <source>Delete “%1”?</source>
        <translation>删除“%1”？</translation>
    </message>
    <message>
        <source>Its folder goes into the trash: curves, checkpoints and note.
%1</source>
        <translation>它的文件夹将移到回收站：曲线、检查点和备注。
%1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Rename “%1”</source>
        <translation>重命名“%1”</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Keep the note</source>
        <translation>保存备注</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)?</source>
        <translation>
            <numerusform>删除 %n 个运行？</numerusform>
        </translation>
    </message>
    <message>
        <source>Tags of the run</source>
        <translation>运行的标签</translation>
    </message>
    <message>
        <source>Your words for “%1”</source>
        <translation>您给“%1”的词</translation>
    </message>
    <message>
        <source>With commas between. The list can be filtered (tag = good) and grouped by them.</source>
        <translation>以逗号分隔。列表可以按它们筛选（tag = good）和分组。</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Keep the tags</source>
        <translation>保留标签</translation>
    </message>
    <message>
        <source>“%1” has no checkpoint that can be read.</source>
        <translation>“%1”没有可以读取的检查点。</translation>
    </message>
    <message>
        <source>Run it again, to step %1</source>
        <translation>再运行一次，到第 %1 步</translation>
    </message>
    <message>
        <source>Another program writes its folder: nothing there is changed.</source>
        <translation>其文件夹由其他程序写入：不会在其中做任何更改。</translation>
    </message>
    <message>
        <source>It has no project: another program wrote it.</source>
        <translation>它没有项目：由其他程序写入。</translation>
    </message>
    <message>
        <source>Choose either your own runs or those of other programs.</source>
        <translation>请只选择自己的运行，或只选择其他程序的运行。</translation>
    </message>
    <message>
        <source>Take from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Its event files hold no graph.</source>
        <translation>其事件文件中没有计算图。</translation>
    </message>
    <message>
        <source>Its event files hold no times of ops.</source>
        <translation>其事件文件中没有算子时间。</translation>
    </message>
    <message>
        <source>Only runs that have a folder can be compared.</source>
        <translation>只能比较有文件夹的运行。</translation>
    </message>
    <message numerus="yes">
        <source>Take %n run(s) of other programs from the list?</source>
        <translation>
            <numerusform>要从列表中移除其他程序的 %n 次运行吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Take “%1” from the list?</source>
        <translation>要从列表中移除“%1”吗？</translation>
    </message>
    <message>
        <source>Its files stay as they are. What is opened again is there again:
%1</source>
        <translation>其文件保持不变。重新打开即可恢复：
%1</translation>
    </message>
    <message numerus="yes">
        <source>All %n of these folders</source>
        <translation>
            <numerusform>这些文件夹中的全部 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was recorded of it: record steps while it trains, or train with --profile.</source>
        <translation>它没有任何记录：请在训练时记录若干步，或使用 --profile 训练。</translation>
    </message>
    <message>
        <source>Export the weights of “%1”</source>
        <translation>导出“%1”的权重</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>放回去</translation>
    </message>
    <message>
        <source>Take from the list…</source>
        <translation>从列表中移除…</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)…</source>
        <translation>
            <numerusform>删除 %n 个运行…</numerusform>
        </translation>
    </message>
    <message>
        <source>Put back “%1”</source>
        <translation>放回“%1”</translation>
    </message>
    <message numerus="yes">
        <source>Put back %n run(s)</source>
        <translation>
            <numerusform>放回 %n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is deleted: there is no trash for %2.</source>
        <translation>“%1”已删除：%2 没有回收站。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are deleted: there is no trash for them.</source>
        <translation>
            <numerusform>已删除 %n 个运行：它们没有回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 are deleted: there is no trash for them.</source>
        <translation>%1 已删除：它们没有回收站。</translation>
    </message>
    <message>
        <source>“%1” is in the trash.</source>
        <translation>“%1”已移到回收站。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are in the trash.</source>
        <translation>
            <numerusform>%n 个运行已移到回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>Put them back</source>
        <translation>放回它们</translation>
    </message>
    <message>
        <source>“%1” is back in %2, and is listed when its project is open.</source>
        <translation>“%1”已放回 %2，打开其项目时会列出。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are back in their folders, and are listed when their project is open.</source>
        <translation>
            <numerusform>%n 个运行已放回各自的文件夹，打开其项目时会列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is back in the list.</source>
        <translation>“%1”已回到列表中。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are back in the list.</source>
        <translation>
            <numerusform>%n 个运行已回到列表中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Their folders go into the trash: curves, checkpoints and notes.
%1</source>
        <translation>它们的文件夹将移入回收站：曲线、检查点和备注。
%1</translation>
    </message>
    <message>
        <source>name of run “%1”</source>
        <translation>运行“%1”的名称</translation>
    </message>
    <message>
        <source>note about run “%1”</source>
        <translation>运行“%1”的备注</translation>
    </message>
    <message>
        <source>tags of run “%1”</source>
        <translation>运行“%1”的标签</translation>
    </message>
    <message>
        <source>There is no other run of an unsaved project.</source>
        <translation>没有其他未保存项目的运行。</translation>
    </message>
    <message numerus="yes">
        <source>In the list: %n run(s) of unsaved projects.</source>
        <translation>
            <numerusform>已列出：%n 个未保存项目的运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Under way: %n run(s) of unsaved projects.</source>
        <translation>
            <numerusform>正在进行：%n 个未保存项目的运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Choose one run in the list.</source>
        <translation>请在列表中只选择一次运行。</translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n run(s)…</source>
        <translation>
            <numerusform>%n 次运行的标签…</numerusform>
        </translation>
    </message>
    <message>
        <source>These all of them have; what else one has stays.</source>
        <translation>这些是它们共有的；各自另有的保持不变。</translation>
    </message>
    <message numerus="yes">
        <source>Your words for %n run(s)</source>
        <translation>
            <numerusform>您给 %n 次运行的词</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tags of %n run(s)</source>
        <translation>
            <numerusform>%n 次运行的标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Evaluate “%1” on other data</source>
        <translation>在其他数据上评估“%1”</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s) for good?</source>
        <translation>
            <numerusform>永久删除 %n 个运行？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete “%1” for good?</source>
        <translation>永久删除“%1”？</translation>
    </message>
    <message>
        <source>There is no trash for their folders: they cannot be put back.
%1</source>
        <translation>它们的文件夹没有回收站：无法放回。
%1</translation>
    </message>
    <message>
        <source>There is no trash for its folder: it cannot be put back.
%1</source>
        <translation>它的文件夹没有回收站：无法放回。
%1</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Choose two or more runs in the list first.</source>
        <translation>请先在列表中选择两次或更多次运行。</translation>
    </message>
</context>
<context>
    <name>tl::RunBar</name>
    <message>
        <source>*stopping*…</source>
        <translation>*正在停止*…</translation>
    </message>
    <message>
        <source>What is written in “%1” is refused; why is said below it. Write another value, or press Escape for the one before, and train then.</source>
        <translation>“%1”中填写的内容未被接受，原因写在其下方。请改填其他值，或按 Escape 恢复原值，然后再训练。</translation>
    </message>
    <message>
        <source>Device and threads</source>
        <translation>设备与线程</translation>
    </message>
    <message>
        <source>all %1 threads</source>
        <translation>全部 %1 个线程</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Train from the start</source>
        <translation>从头训练</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>*failed*</source>
        <translation>*失败*</translation>
    </message>
    <message>
        <source>preparing the plan…</source>
        <translation>正在准备计划…</translation>
    </message>
    <message>
        <source>epoch *%1*/%2 · step %3</source>
        <translation>第 *%1*/%2 轮 · 第 %3 步</translation>
    </message>
    <message>
        <source>*paused*</source>
        <translation>*已暂停*</translation>
    </message>
    <message>
        <source>validating</source>
        <translation>正在验证</translation>
    </message>
    <message>
        <source>*finished*</source>
        <translation>*已完成*</translation>
    </message>
    <message>
        <source>*stopped*</source>
        <translation>*已停止*</translation>
    </message>
    <message>
        <source>*stopped* in %1</source>
        <translation>*已停止*于 %1</translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation> · 剩余 %1</translation>
    </message>
    <message>
        <source>Show its curves</source>
        <translation>显示它的曲线</translation>
    </message>
    <message>
        <source>Progress of the run: show its curves</source>
        <translation>运行进度：显示它的曲线</translation>
    </message>
    <message>
        <source>*stands* in step %1</source>
        <translation>*停*在第 %1 步</translation>
    </message>
    <message>
        <source>*paused* before step %1</source>
        <translation>第 %1 步之前*已暂停*</translation>
    </message>
    <message>
        <source>step %1…</source>
        <translation>第 %1 步…</translation>
    </message>
    <message>
        <source>&amp;End run</source>
        <translation>结束运行(&amp;E)</translation>
    </message>
    <message>
        <source>End run</source>
        <translation>结束运行</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>*stands*</source>
        <translation>*已停住*</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Show all devices</source>
        <translation>显示所有设备</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>本机没有</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>查找中…</translation>
    </message>
    <message>
        <source>This machine has no device %1.</source>
        <translation>本机没有设备 %1。</translation>
    </message>
    <message>
        <source>&amp;Train on</source>
        <translation>继续训练(&amp;T)</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
</context>
<context>
    <name>tl::RunColumns</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The same in all runs</source>
        <translation>在所有运行中相同</translation>
    </message>
    <message>
        <source>As there is room</source>
        <translation>按可用空间</translation>
    </message>
    <message>
        <source>curve of the loss</source>
        <translation>损失曲线</translation>
    </message>
</context>
<context>
    <name>tl::RunController</name>
    <message>
        <source>A run is under way.</source>
        <translation>运行正在进行。</translation>
    </message>
    <message>
        <source>There is no data set to train on. Open one, or use the sample.</source>
        <translation>没有可训练的数据集。请打开一个，或使用示例。</translation>
    </message>
    <message>
        <source>The data set is still being opened.</source>
        <translation>数据集仍在打开。</translation>
    </message>
    <message>
        <source>The data set could not be opened: %1</source>
        <translation>无法打开数据集：%1</translation>
    </message>
    <message>
        <source>The network has no layers yet.</source>
        <translation>网络尚无层。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>There are no weights to export yet: train first.</source>
        <translation>尚无可导出的权重：请先训练。</translation>
    </message>
    <message>
        <source>There is no such run.</source>
        <translation>没有这次运行。</translation>
    </message>
    <message>
        <source>It is under way.</source>
        <translation>它正在进行。</translation>
    </message>
    <message>
        <source>Another run is under way.</source>
        <translation>另一次运行正在进行。</translation>
    </message>
    <message>
        <source>It left no checkpoint to go on from.</source>
        <translation>它没有留下可供继续的检查点。</translation>
    </message>
    <message>
        <source>It left no checkpoint.</source>
        <translation>它没有留下检查点。</translation>
    </message>
    <message>
        <source>Evaluating “%1” on the test split.</source>
        <translation>正在测试划分上评估“%1”。</translation>
    </message>
    <message>
        <source>“%1” on the test split, %2 of step %3: %4.</source>
        <translation>“%1”在测试划分上，第 %3 步的%2：%4。</translation>
    </message>
    <message>
        <source>“%1” was not evaluated. %2</source>
        <translation>没有评估“%1”。%2</translation>
    </message>
    <message>
        <source>The program that was to go on with the run did not start: %1. The run is stopped, with a checkpoint.</source>
        <translation>用于继续运行的程序没有启动：%1。运行已停止，并有检查点。</translation>
    </message>
    <message>
        <source>Another project was opened.</source>
        <translation>打开了另一个项目。</translation>
    </message>
    <message>
        <source>It has no folder.</source>
        <translation>它没有文件夹。</translation>
    </message>
    <message>
        <source>%1 again</source>
        <translation>%1 重做</translation>
    </message>
    <message>
        <source>“%1” and “%2”: %3</source>
        <translation>“%1”与“%2”：%3</translation>
    </message>
    <message>
        <source>They differ. Steps %1 to %2 are done again, to name the step and tensor…</source>
        <translation>它们不同。正在重做第 %1 至 %2 步，以找出步和张量…</translation>
    </message>
    <message>
        <source>It is being evaluated.</source>
        <translation>正在评估它。</translation>
    </message>
    <message>
        <source>It is another program&apos;s.</source>
        <translation>它属于另一个程序。</translation>
    </message>
    <message>
        <source>%1 · from %2</source>
        <translation>%1 · 自 %2</translation>
    </message>
    <message>
        <source>The list of what “%1” took each sample for is not kept. %2</source>
        <translation>“%1”对每个样本的判定结果列表没有保存。%2</translation>
    </message>
    <message>
        <source>They are those after step %1; the best are those after step %2, which “Export its weights…” in the list of runs writes.</source>
        <translation>这是第 %1 步后的权重；最佳权重在第 %2 步后，可用运行列表中的“导出其权重…”写出。</translation>
    </message>
    <message>
        <source>The run before ends with the step that is under way. Train again when it is over.</source>
        <translation>上一次运行会在当前这一步完成后结束。结束后请再次开始训练。</translation>
    </message>
    <message>
        <source>The run stands where it cannot go on. End it, then train.</source>
        <translation>运行停在无法继续的位置。请先结束它，再训练。</translation>
    </message>
    <message>
        <source>Evaluating “%1” on %2.</source>
        <translation>正在 %2 上评估“%1”。</translation>
    </message>
    <message>
        <source>“%1” on “%2” (samples: %3), %4 of step %5: %6.</source>
        <translation>“%1”在“%2”上（样本：%3），第 %5 步的%4：%6。</translation>
    </message>
    <message>
        <source>Its data has no test split: set test_split under Training and train again.</source>
        <translation>它的数据没有测试划分：请在“训练”中设置 test_split，然后重新训练。</translation>
    </message>
</context>
<context>
    <name>tl::RunDiffSheet</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) differ</source>
        <translation>
            <numerusform>%n 行不同</numerusform>
        </translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) are the same</source>
        <translation>
            <numerusform>%n 行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Runs compared</source>
        <translation>运行对比</translation>
    </message>
</context>
<context>
    <name>tl::RunFilter</name>
    <message>
        <source>“%1” is no condition. One reads: loss &lt; 0.4</source>
        <translation>“%1”不是条件。条件的写法如：loss &lt; 0.4</translation>
    </message>
    <message>
        <source>“%1” is no regular expression (%2): names are searched for these very letters.</source>
        <translation>“%1”不是正则表达式（%2）：按原字符搜索名称。</translation>
    </message>
    <message>
        <source>No run has a value “%1”. There are: %2</source>
        <translation>没有运行含有值“%1”。可用的有：%2</translation>
    </message>
</context>
<context>
    <name>tl::RunLegend</name>
    <message>
        <source>Runs: %1</source>
        <translation>运行：%1</translation>
    </message>
</context>
<context>
    <name>tl::RunLibrary</name>
    <message>
        <source>“%1” was not deleted. %2</source>
        <translation>没有删除“%1”。%2</translation>
    </message>
    <message>
        <source>“%1” does not know its project&apos;s file. %2</source>
        <translation>“%1”不知道其项目的文件。%2</translation>
    </message>
    <message>
        <source>Runs stayed where they were. %1</source>
        <translation>运行留在原处。%1</translation>
    </message>
    <message>
        <source>“%1” stays in %2: %3.</source>
        <translation>“%1”留在 %2：%3。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) came along: %1.</source>
        <translation>
            <numerusform>%n 个运行已一并移到：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is another program&apos;s: nothing in its folder is changed.</source>
        <translation>“%1”属于其他程序：不会更改其文件夹中的任何内容。</translation>
    </message>
    <message>
        <source>The weights of “%1” were not exported. %2</source>
        <translation>“%1”的权重未能导出。%2</translation>
    </message>
    <message>
        <source>Not in the list any more, since their folders are gone: %1.</source>
        <translation>文件夹已不存在，不再列出：%1。</translation>
    </message>
    <message numerus="yes">
        <source>Not in the list any more, since their folders are gone: %1 and %n more.</source>
        <translation>
            <numerusform>文件夹已不存在，不再列出：%1 等，另有 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>The runs of this project could not be read. %1</source>
        <translation>无法读取此项目的运行。%1</translation>
    </message>
    <message>
        <source>The curves of “%1” could not be read. %2</source>
        <translation>无法读取“%1”的曲线。%2</translation>
    </message>
    <message>
        <source>The best weights of “%1”, after step %2, are in %3. Evaluate them with: tensorloom eval %4</source>
        <translation>“%1”第 %2 步后的最佳权重已写入 %3。评估命令：tensorloom eval %4</translation>
    </message>
    <message>
        <source>The weights of “%1” after step %2 are in %3. Evaluate them with: tensorloom eval %4</source>
        <translation>“%1”第 %2 步后的权重已写入 %3。评估命令：tensorloom eval %4</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) of “%1” will not be opened with “%2”.</source>
        <translation>
            <numerusform>“%1”的 %n 个运行不会随“%2”打开。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tl::RunModel</name>
    <message>
        <source>rate %1 → %2</source>
        <translation>学习率 %1 → %2</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Another program trains it.</source>
        <translation>另一个程序正在训练它。</translation>
    </message>
    <message>
        <source>Best %1: %2 after epoch %3</source>
        <translation>最好的 %1：%2，第 %3 轮之后</translation>
    </message>
    <message>
        <source>Began with the weights of %1 after step %2</source>
        <translation>从 %1 第 %2 步之后的权重开始</translation>
    </message>
    <message>
        <source>Goes on from %1 after step %2</source>
        <translation>从 %1 第 %2 步之后继续</translation>
    </message>
    <message>
        <source>The same after the last epoch</source>
        <translation>最后一轮之后的同一值</translation>
    </message>
    <message>
        <source>Epochs begun, of those asked for</source>
        <translation>所要求的轮数中已开始的轮数</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最好</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后</translation>
    </message>
    <message numerus="yes">
        <source>%1, rate %2, batch %3, %n epoch(s), seed %4</source>
        <translation>
            <numerusform>%1，学习率 %2，批大小 %3，%n 轮，种子 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>Evaluated on the test split: its accuracy, else its loss; ×6 is of the mean scores of so many views of each image</source>
        <translation>在测试划分上评估：准确率，没有则为损失；×6 表示取自每幅图像这么多个视图的平均得分</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>went on</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation>标签：%1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>The best epoch&apos;s val_loss; where no run has one the training&apos;s own</source>
        <translation>最佳轮次的 val_loss；若没有任何运行有此值，则为训练自身的值</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>无 %1</translation>
    </message>
    <message>
        <source>Best %1: %2 at step %3</source>
        <translation>最好的 %1：%2，在第 %3 步</translation>
    </message>
    <message>
        <source>Compared with %1: %2</source>
        <translation>与 %1 比较：%2</translation>
    </message>
    <message>
        <source>The mean over the last epoch&apos;s training samples</source>
        <translation>最后一轮训练样本上的平均值</translation>
    </message>
    <message>
        <source>The loss over the validation samples after the last epoch</source>
        <translation>最后一轮之后验证样本上的损失</translation>
    </message>
    <message>
        <source>The best epoch&apos;s val_accuracy; where no run has one the training&apos;s own. A run without accuracies shows its loss, and stands behind those that have them</source>
        <translation>最佳轮次的 val_accuracy；若没有任何运行有此值，则为训练自身的值。没有准确率的运行显示其损失，并排在有准确率的运行之后</translation>
    </message>
</context>
<context>
    <name>tl::RunReader</name>
    <message>
        <source>There is no run in %1: neither a folder of Tensorloom&apos;s nor event files, whose names have “tfevents” in them.</source>
        <translation>%1 中没有运行：既不是 Tensorloom 的文件夹，也没有名称含“tfevents”的事件文件。</translation>
    </message>
    <message numerus="yes">
        <source>%1 Nor can %n more file(s) be read whole: their runs are marked in the list.</source>
        <translation>
            <numerusform>%1 另有 %n 个文件无法完整读取：列表中已标出它们的运行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tl::RunTree</name>
    <message numerus="yes">
        <source>%n run(s); numbers are their means, best is the best of them</source>
        <translation>
            <numerusform>%n 次运行；数值为其平均值，“最好”为其中最好的值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s) drawn; numbers are means of those, best is the best of them</source>
        <translation>
            <numerusform>%n 次运行中绘制了 %1 次；数值为所绘制运行的平均值，“最好”为其中最好的值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>drawn runs of a group</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>in no group</source>
        <translation>不在任何组中</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Your words for the run, with commas between: double-click to change them</source>
        <translation>您给该运行的词，以逗号分隔：双击可更改</translation>
    </message>
    <message>
        <source>What is to be remembered of the run: double-click to change it</source>
        <translation>关于该运行要记住的事：双击可更改</translation>
    </message>
    <message>
        <source>What the run was started with: %1</source>
        <translation>运行开始时的设置：%1</translation>
    </message>
</context>
<context>
    <name>tl::RunsPanel</name>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>live</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Each training run gets a row here.</source>
        <translation>每次训练运行在这里占一行。</translation>
    </message>
    <message>
        <source>No run fits the filter.</source>
        <translation>没有符合筛选条件的运行。</translation>
    </message>
    <message>
        <source>name, or val_accuracy &gt; 0.85</source>
        <translation>名称，或 val_accuracy &gt; 0.85</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Part of a name, a regular expression, or conditions on values, the list&apos;s columns, settings and tags: loss &lt; 0.4, best &gt; 0.9, last &gt; 0.9, test &gt; 0.9, epoch &gt;= 5, batch_size = 32, optimizer = adam, tag = good</source>
        <translation>名称的一部分、正则表达式，或对数值、列表的列、设置和标签的条件：loss &lt; 0.4, best &gt; 0.9, last &gt; 0.9, test &gt; 0.9, epoch &gt;= 5, batch_size = 32, optimizer = adam, tag = good</translation>
    </message>
    <message>
        <source>Put runs together</source>
        <translation>将运行分组</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>By the run they began from</source>
        <translation>按起始运行</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>按文件夹</translation>
    </message>
    <message>
        <source>By tag</source>
        <translation>按标签</translation>
    </message>
    <message>
        <source>By a setting</source>
        <translation>按设置</translation>
    </message>
    <message>
        <source>By a part of the name…</source>
        <translation>按名称的一部分…</translation>
    </message>
    <message>
        <source>By a part of the name</source>
        <translation>按名称的一部分</translation>
    </message>
    <message>
        <source>A regular expression: runs whose names give the same first bracket, or the same match, stand together. Such as ^(\w+) for the first word.</source>
        <translation>正则表达式：名称中第一个括号（或整个匹配）相同的运行排在一起。例如 ^(\w+) 表示第一个词。</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Put together</source>
        <translation>分组</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s) drawn</source>
        <translation>
            <numerusform>%n 个运行中绘制了 %1 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Draw all %n run(s)</source>
        <translation>
            <numerusform>绘制全部 %n 个运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Draw the newest %n</source>
        <translation>
            <numerusform>绘制最新的 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Draw only those chosen</source>
        <translation>只绘制所选的</translation>
    </message>
    <message>
        <source>Draw none</source>
        <translation>全不绘制</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>只显示这些</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>只显示这个</translation>
    </message>
    <message>
        <source>Runs: show or hide the chosen ones</source>
        <translation>运行：显示或隐藏所选项</translation>
    </message>
    <message>
        <source>Runs: show only the chosen ones</source>
        <translation>运行：只显示所选项</translation>
    </message>
    <message>
        <source>Runs: show all</source>
        <translation>运行：全部显示</translation>
    </message>
    <message>
        <source>Choose which runs have a curve</source>
        <translation>选择哪些运行画出曲线</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>stands</source>
        <translation>已停住</translation>
    </message>
    <message>
        <source>Reading the runs of this project…</source>
        <translation>正在读取本项目的运行…</translation>
    </message>
</context>
<context>
    <name>tl::ScalarAxis</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对时间</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Relative time</source>
        <translation>相对时间</translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation>实际时间</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮</translation>
    </message>
</context>
<context>
    <name>tl::ScalarsBar</name>
    <message>
        <source>smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Exponential average, corrected for its start; the raw line stays behind</source>
        <translation>指数平均，已修正起始偏差；原始曲线留在后面</translation>
    </message>
    <message>
        <source>What the x axis counts</source>
        <translation>X 轴的计量</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Charts as a picture (PNG)…</source>
        <translation>图表存为图片 (PNG)…</translation>
    </message>
    <message>
        <source>Charts as lines and letters (SVG)…</source>
        <translation>图表存为矢量图 (SVG)…</translation>
    </message>
    <message>
        <source>All points of the runs shown (CSV)…</source>
        <translation>所显示运行的所有点 (CSV)…</translation>
    </message>
    <message>
        <source>x axis: %1</source>
        <translation>X 轴：%1</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Filter of charts</source>
        <translation>图表筛选</translation>
    </message>
    <message>
        <source>Words, patterns or regular expressions, with commas between: loss, conv_*, ^train/</source>
        <translation>单词、通配符或正则表达式，用逗号分隔：loss, conv_*, ^train/</translation>
    </message>
</context>
<context>
    <name>tl::ScalarsPanel</name>
    <message>
        <source>There is no data set to train on.</source>
        <translation>没有可训练的数据集。</translation>
    </message>
    <message>
        <source>Press Train, and the curves of loss and accuracy appear here while it runs.</source>
        <translation>按“训练”，损失和准确率的曲线会随运行在这里出现。</translation>
    </message>
    <message>
        <source>Use the sample</source>
        <translation>使用示例</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Loss and accuracy are drawn here while a network trains.</source>
        <translation>网络训练时，损失和准确率绘制在这里。</translation>
    </message>
    <message>
        <source>Save the charts</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Save all points</source>
        <translation>保存所有数据点</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>The network is being prepared; the first points come with the first step.</source>
        <translation>正在准备网络；第一步之后会出现数据点。</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>尚无运行</translation>
    </message>
    <message>
        <source>X axis of charts: %1</source>
        <translation>图表 X 轴：%1</translation>
    </message>
    <message>
        <source>One standard deviation</source>
        <translation>一个标准差</translation>
    </message>
    <message>
        <source>Least to greatest</source>
        <translation>最小至最大</translation>
    </message>
    <message>
        <source>Band of groups: %1</source>
        <translation>分组的色带：%1</translation>
    </message>
    <message>
        <source>Scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>Reading the curves</source>
        <translation>正在读取曲线</translation>
    </message>
    <message numerus="yes">
        <source>Of %n run(s) that lie on disk.</source>
        <translation>
            <numerusform>磁盘上的 %n 个运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>All runs are hidden</source>
        <translation>所有运行均已隐藏</translation>
    </message>
    <message>
        <source>The table of runs shows and hides them by their colour, or by its filter.</source>
        <translation>在运行列表中点击颜色或使用筛选可显示或隐藏运行。</translation>
    </message>
    <message>
        <source>Show all runs</source>
        <translation>显示所有运行</translation>
    </message>
    <message>
        <source>Draw another metric here</source>
        <translation>在此加绘另一指标</translation>
    </message>
    <message>
        <source>Take out of this chart</source>
        <translation>移出此图表</translation>
    </message>
    <message>
        <source>%1 into %2</source>
        <translation>将 %1 并入 %2</translation>
    </message>
    <message>
        <source>A file is being written already. Wait for it, or cancel it.</source>
        <translation>已有文件正在写入。请等待其完成，或将其取消。</translation>
    </message>
    <message>
        <source>pin of “%1”</source>
        <translation>“%1”的固定</translation>
    </message>
    <message>
        <source>width of “%1”</source>
        <translation>“%1”的宽度</translation>
    </message>
    <message>
        <source>ranges of “%1”</source>
        <translation>“%1”的范围</translation>
    </message>
    <message>
        <source>lines of “%1”</source>
        <translation>“%1”的曲线</translation>
    </message>
    <message>
        <source>scale of “%1”</source>
        <translation>“%1”的刻度</translation>
    </message>
    <message>
        <source>%1 out of %2</source>
        <translation>%1 移出 %2</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选的内容</translation>
    </message>
    <message>
        <source>No metric&apos;s name holds “%1”.</source>
        <translation>没有名称包含“%1”的指标。</translation>
    </message>
    <message>
        <source>Reading the runs</source>
        <translation>正在读取运行</translation>
    </message>
    <message>
        <source>Those of this project that lie on disk.</source>
        <translation>磁盘上属于本项目的运行。</translation>
    </message>
</context>
<context>
    <name>tl::ScatterMatrix</name>
    <message>
        <source>Scatter matrix</source>
        <translation>散点矩阵</translation>
    </message>
</context>
<context>
    <name>tl::ScatterPlot</name>
    <message>
        <source>%1 %2, %3 %4, samples: %5</source>
        <translation>%1 %2，%3 %4，样本：%5</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
</context>
<context>
    <name>tl::ScheduleCurve</name>
    <message>
        <source>Learning rate over the run</source>
        <translation>学习率随运行的变化</translation>
    </message>
</context>
<context>
    <name>tl::SearchPalette</name>
    <message>
        <source>Add a layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>Search layers</source>
        <translation>搜索层</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>There are no layers to choose from.</source>
        <translation>没有可选择的层。</translation>
    </message>
    <message>
        <source>No layer fits here.</source>
        <translation>没有合适的层。</translation>
    </message>
    <message>
        <source>No layer is called &quot;%1&quot;.</source>
        <translation>没有名为“%1”的层。</translation>
    </message>
</context>
<context>
    <name>tl::SettingsFile</name>
    <message>
        <source>The settings were not written to %1. They hold for this window, and the next change of them tries again.</source>
        <translation>设置未能写入 %1。它们在此窗口中仍然有效，下次更改设置时会再次尝试写入。</translation>
    </message>
</context>
<context>
    <name>tl::SettingsModel</name>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>epochs done</source>
        <translation>已完成轮数</translation>
    </message>
    <message>
        <source>Changed while it trained:</source>
        <translation>训练期间更改：</translation>
    </message>
    <message>
        <source>%1 from step %2</source>
        <translation>从第 %2 步起为 %1</translation>
    </message>
</context>
<context>
    <name>tl::SettingsSheet</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search settings and keys</source>
        <translation>搜索设置和按键</translation>
    </message>
    <message>
        <source>No setting and no action is called that.</source>
        <translation>没有这个名称的设置或操作。</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Where runs go</source>
        <translation>运行存放的位置</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>On top of the desktop&apos;s own scaling, which is followed.</source>
        <translation>在所遵循的桌面缩放之上。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言 (Language)</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>The wheel pans</source>
        <translation>滚轮平移</translation>
    </message>
    <message>
        <source>Then Ctrl and the wheel zoom. Otherwise the wheel zooms at the pointer.</source>
        <translation>此时 Ctrl 加滚轮为缩放；否则滚轮以指针为中心缩放。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Open the last project</source>
        <translation>打开上次的项目</translation>
    </message>
    <message>
        <source>Otherwise the sample project.</source>
        <translation>否则打开示例项目。</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Of new projects; an open one keeps its own.</source>
        <translation>用于新项目；已打开的项目保持自己的设置。</translation>
    </message>
    <message>
        <source>all (%1)</source>
        <translation>全部 (%1)</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Of new projects. The same number gives the same weights, bit for bit.</source>
        <translation>用于新项目。相同的线程数得到逐位相同的权重。</translation>
    </message>
    <message>
        <source>Runs without a project</source>
        <translation>未保存项目的运行</translation>
    </message>
    <message>
        <source>Where runs go whose project was never saved.</source>
        <translation>项目从未保存时，运行存放的位置。</translation>
    </message>
    <message>
        <source>As delivered</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>全部快捷键</translation>
    </message>
    <message>
        <source>As they were delivered; each can go back by itself too.</source>
        <translation>恢复为出厂设置；每一个也可单独恢复。</translation>
    </message>
</context>
<context>
    <name>tl::Sheet</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>tl::Shooter</name>
    <message>
        <source>The pictures took too long: %1</source>
        <translation>生成图片用时过长：%1</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>tl::SourceThumbnails</name>
    <message>
        <source>The image is empty.</source>
        <translation>图像为空。</translation>
    </message>
</context>
<context>
    <name>tl::StartRow</name>
    <message>
        <source>not for such data</source>
        <translation>不适用于这种数据</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1 个权重</translation>
    </message>
    <message>
        <source>with inputs of %1, %2 classes</source>
        <translation>输入为 %1，%2 个类别</translation>
    </message>
    <message>
        <source>with inputs of %1</source>
        <translation>输入为 %1</translation>
    </message>
</context>
<context>
    <name>tl::StatusStrip</name>
    <message>
        <source>*%1* parameters</source>
        <translation>*%1* 个参数</translation>
    </message>
    <message>
        <source>activations *%1* at batch %2</source>
        <translation>激活值 *%1*，批大小 %2</translation>
    </message>
    <message>
        <source> no problems</source>
        <translation> 没有问题</translation>
    </message>
    <message>
        <source> 1 problem</source>
        <translation> 1 个问题</translation>
    </message>
    <message>
        <source> %1 problems</source>
        <translation> %1 个问题</translation>
    </message>
    <message>
        <source>an epoch takes *%1*</source>
        <translation>一轮用时 *%1*</translation>
    </message>
    <message>
        <source>measuring this machine *%1 %*</source>
        <translation>正在测量本机 *%1 %*</translation>
    </message>
    <message>
        <source>a step should take *%1*</source>
        <translation>每步预计用时 *%1*</translation>
    </message>
    <message>
        <source>Predicted from the measurement of this machine (Network menu)</source>
        <translation>由对本机的测量预测（“网络”菜单）</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>recovered, not saved</source>
        <translation>已恢复，未保存</translation>
    </message>
    <message>
        <source>saved %1 min ago</source>
        <translation>%1 分钟前保存</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>%1 保存</translation>
    </message>
    <message>
        <source>saved just now</source>
        <translation>刚刚保存</translation>
    </message>
    <message>
        <source>What a run takes: weights %1, plans %2, watches %3, batches that lie ready %4, data in memory %5</source>
        <translation>一次运行占用的内存：权重 %1，计划 %2，监视 %3，已备好的批次 %4，内存中的数据 %5</translation>
    </message>
    <message>
        <source>Behind it, all that this program holds now</source>
        <translation>其后是本程序此刻占用的全部内存</translation>
    </message>
    <message>
        <source>*arrows* move it, *Alt+arrows* go to the next layer</source>
        <translation>*方向键*移动它，*Alt+方向键*转到下一层</translation>
    </message>
    <message>
        <source>*%1* parameters in the layers before the fault</source>
        <translation>出错处之前的各层有 *%1* 个参数</translation>
    </message>
    <message>
        <source>a run needs *%1* of %3 memory, the program holds *%2*</source>
        <translation>一次运行需要 *%1*，共 %3 内存，程序现占用 *%2*</translation>
    </message>
    <message>
        <source>a run needs *%1* of %2 memory</source>
        <translation>一次运行需要 *%1*，共 %2 内存</translation>
    </message>
</context>
<context>
    <name>tl::StepBar</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>The step that all panels look at</source>
        <translation>所有面板查看的步</translation>
    </message>
    <message>
        <source>follows the run</source>
        <translation>跟随运行</translation>
    </message>
    <message>
        <source>Stay at the newest step</source>
        <translation>停在最新一步</translation>
    </message>
</context>
<context>
    <name>tl::StepsSection</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>上移 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>This program does not know it.</source>
        <translation>本程序不认识它。</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
</context>
<context>
    <name>tl::StopStrip</name>
    <message>
        <source>A run stands</source>
        <translation>运行已停住</translation>
    </message>
    <message>
        <source>Step op</source>
        <translation>单步算子</translation>
    </message>
    <message>
        <source>Step layer</source>
        <translation>单步层</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>End run</source>
        <translation>结束运行</translation>
    </message>
</context>
<context>
    <name>tl::StopView</name>
    <message>
        <source>reads</source>
        <translation>读入</translation>
    </message>
    <message>
        <source>makes</source>
        <translation>得出</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>No run stands</source>
        <translation>没有停下的运行</translation>
    </message>
    <message>
        <source>Training stands still where a breakpoint says so: before or after a layer or an op, at a step, or where a condition holds. Then what the op reads and makes is seen here, and its gradients.</source>
        <translation>训练在断点处停下：在某层或某个算子之前或之后、在某一步，或条件成立之处。届时这里显示该算子读入和得出的值及其梯度。</translation>
    </message>
    <message>
        <source>Training is under way. It stands where a breakpoint says so, or at once, before the next step.</source>
        <translation>训练正在进行。它在断点处停下，也可以立即在下一步停下。</translation>
    </message>
    <message>
        <source>Stand in the next step</source>
        <translation>在下一步停下</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>This op</source>
        <translation>此算子</translation>
    </message>
    <message>
        <source>Last steps</source>
        <translation>最近几步</translation>
    </message>
    <message>
        <source>The steps before this one, with their batches</source>
        <translation>此前的各步及其批</translation>
    </message>
    <message>
        <source>What the op reads and makes</source>
        <translation>算子读入和得出的值</translation>
    </message>
    <message>
        <source>The first numbers</source>
        <translation>最前面的数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>The op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>comes later</source>
        <translation>稍后才有</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>The run is paused between two steps</source>
        <translation>运行暂停在两步之间</translation>
    </message>
    <message>
        <source>Another program trains this run and has its histograms, pictures and numbers in memory: they are seen there, on its terminal with “look %1”.</source>
        <translation>此运行由另一个程序训练，其直方图、图像和数值在那个程序的内存中：请在那里查看，在其终端中输入“look %1”。</translation>
    </message>
    <message>
        <source>It stands before the first op of step %1 already.</source>
        <translation>它已经停在第 %1 步的第一个算子之前。</translation>
    </message>
    <message>
        <source>“%1” stands: %2</source>
        <translation>“%1”已停住：%2</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Nothing of a step is held there. Resume, to the next breakpoint, or stand in the step that comes.</source>
        <translation>那里不保留一步中的任何内容。可恢复运行直到下一个断点，或停在接下来的一步中。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>End run</source>
        <translation>结束运行</translation>
    </message>
    <message>
        <source>%1. The run cannot continue. See below what made it; for the next one lower the learning rate.</source>
        <translation>%1。运行无法继续。下面可看到是什么造成的；下次运行请降低学习率。</translation>
    </message>
    <message>
        <source>Another program trains this run. The breakpoints here do not reach it; it can stand before the next step.</source>
        <translation>此运行由另一个程序训练。这里的断点对它不起作用；它可以在下一步之前停下。</translation>
    </message>
</context>
<context>
    <name>tl::TagCard</name>
    <message>
        <source>Back to its group</source>
        <translation>放回原组</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>固定在顶部</translation>
    </message>
    <message>
        <source>Back in its place</source>
        <translation>放回原处</translation>
    </message>
    <message>
        <source>Full width</source>
        <translation>全宽</translation>
    </message>
    <message>
        <source>This could not be read. %1</source>
        <translation>无法读取此内容。%1</translation>
    </message>
</context>
<context>
    <name>tl::TagPanel</name>
    <message>
        <source>All shown runs side by side; else the chosen one alone</source>
        <translation>并排显示所有可见的运行；否则只显示选中的</translation>
    </message>
    <message>
        <source>Runs side by side</source>
        <translation>并排显示运行</translation>
    </message>
    <message>
        <source>Words or patterns, with commas between: conv_9, */gradient</source>
        <translation>词或模式，以逗号分隔：conv_9, */gradient</translation>
    </message>
    <message>
        <source>Open run folder…</source>
        <translation>打开运行文件夹…</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选的内容</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>No tag&apos;s name holds “%1”.</source>
        <translation>没有名称含“%1”的标签。</translation>
    </message>
    <message>
        <source>The runs&apos; event files are being read.</source>
        <translation>正在读取各运行的事件文件。</translation>
    </message>
    <message>
        <source>“%1” has none of them: these are those of “%2”.</source>
        <translation>“%1”没有这些：显示的是“%2”的。</translation>
    </message>
    <message>
        <source>pin of “%1”</source>
        <translation>“%1”的固定</translation>
    </message>
</context>
<context>
    <name>tl::TensorSheet</name>
    <message>
        <source>Filter tensors</source>
        <translation>筛选张量</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n tensor(s), %2 elements</source>
        <translation>
            <numerusform>%1：%n 个张量，%2 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>It has no finite number.</source>
        <translation>它没有有限的数。</translation>
    </message>
    <message>
        <source>Numbers in one row make no picture.</source>
        <translation>一行数不成图像。</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
</context>
<context>
    <name>tl::TensorsPanel</name>
    <message>
        <source>No values yet</source>
        <translation>还没有数值</translation>
    </message>
    <message>
        <source>All that is known of one value stands together here: watch weights, gradients or outputs while a run trains, or open a folder that logs them.</source>
        <translation>一个数值的全部信息集中显示于此：训练时监视权重、梯度或输出，或打开记录了它们的文件夹。</translation>
    </message>
    <message>
        <source>Watch values…</source>
        <translation>监视数值…</translation>
    </message>
    <message>
        <source>conv_9, */gradient</source>
        <translation>conv_9, */gradient</translation>
    </message>
    <message>
        <source>Words or patterns, with commas between: conv_9, */gradient</source>
        <translation>词或模式，以逗号分隔：conv_9, */gradient</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>mean and deviation</source>
        <translation>均值与标准差</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>update / weight</source>
        <translation>更新 / 权重</translation>
    </message>
    <message>
        <source>share of zeros</source>
        <translation>零的占比</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>失活</translation>
    </message>
</context>
<context>
    <name>tl::TextCard</name>
    <message>
        <source>The text of step %1 is damaged.</source>
        <translation>第 %1 步的文本已损坏。</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>tl::TextPanel</name>
    <message>
        <source>No texts yet</source>
        <translation>还没有文本</translation>
    </message>
    <message>
        <source>Notes that a run logs appear here, with their Markdown: open a folder that TensorFlow, PyTorch or Keras logs into, or train with event files.</source>
        <translation>运行记录的说明文字连同 Markdown 格式显示在这里：请打开 TensorFlow、PyTorch 或 Keras 的日志文件夹，或在训练时写事件文件。</translation>
    </message>
    <message>
        <source>notes, config*</source>
        <translation>notes, config*</translation>
    </message>
</context>
<context>
    <name>tl::TimelineView</name>
    <message>
        <source>Drag here to select an area.</source>
        <translation>在此拖动以选择区域。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No slice is chosen</source>
        <translation>未选择时间片</translation>
    </message>
    <message numerus="yes">
        <source>%n level(s) of slices</source>
        <translation>
            <numerusform>%n 层时间片</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tl::TraceModel</name>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1，始于 %2</translation>
    </message>
    <message>
        <source>%1 GF/s, %2 GB/s</source>
        <translation>%1 GF/s，%2 GB/s</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>编号 %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 batches</source>
        <translation>%1 批</translation>
    </message>
</context>
<context>
    <name>tl::TrainingEditor</name>
    <message>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
</context>
<context>
    <name>tl::TrainingPanel</name>
    <message>
        <source>There is no %1 here.</source>
        <translation>这里没有 %1。</translation>
    </message>
    <message>
        <source>auto (%1)</source>
        <translation>自动 (%1)</translation>
    </message>
    <message>
        <source>Of the values between layers: 16 bits take half the memory. Weights stay in float32. fp8 is bfloat16 that multiplies matrices in 8 bits, where all their sizes are multiples of 16.</source>
        <translation>层间的值：16 位节省一半内存。权重保持 float32。fp8 是 bfloat16，但在所有尺寸都是 16 的倍数时以 8 位进行矩阵相乘。</translation>
    </message>
    <message>
        <source>This processor emulates fp8, which shows what it does to a training and takes longer.</source>
        <translation>此处理器模拟 fp8：可以看到它对训练的影响，但用时更长。</translation>
    </message>
    <message>
        <source>This processor has no bfloat16 instructions, so it gets slower, not faster.</source>
        <translation>此处理器没有 bfloat16 指令，因此会变慢，而不是变快。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Callbacks</source>
        <translation>回调</translation>
    </message>
    <message>
        <source>Add callback</source>
        <translation>添加回调</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Add augmentation</source>
        <translation>添加数据增强</translation>
    </message>
    <message>
        <source>How weights follow their gradients.</source>
        <translation>权重如何跟随梯度。</translation>
    </message>
    <message>
        <source>No product of this network would be in 8 bits: only those of two matrices are, where all sizes are multiples of 16. It trains in bfloat16.</source>
        <translation>此网络没有乘积会以 8 位计算：只有两个矩阵的乘积、且所有尺寸都是 16 的倍数时才会。它以 bfloat16 训练。</translation>
    </message>
    <message>
        <source>of train</source>
        <translation>占训练集</translation>
    </message>
    <message>
        <source>The same seed and thread count end in the same weights, bit for bit.</source>
        <translation>相同的种子和线程数得到逐位相同的权重。</translation>
    </message>
    <message>
        <source>Where the plan runs.</source>
        <translation>计划在何处执行。</translation>
    </message>
    <message>
        <source>auto uses all %1 of the device.</source>
        <translation>自动使用设备的全部 %1 个。</translation>
    </message>
    <message>
        <source>Of a step with its weights; over it, values are computed twice instead of kept. 0 is no limit.</source>
        <translation>一步及其权重所用的内存；超出时重新计算而不保留。0 表示没有上限。</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>How the rate changes over the run.</source>
        <translation>学习率在运行中如何变化。</translation>
    </message>
    <message>
        <source>Nothing watches the run.</source>
        <translation>没有回调监视运行。</translation>
    </message>
    <message>
        <source>For images: this data set holds numbers.</source>
        <translation>用于图像：此数据集是数值。</translation>
    </message>
    <message>
        <source>None: training sees the images as they are.</source>
        <translation>无：训练看到原图。</translation>
    </message>
    <message>
        <source>The learning rate: takes effect from the next step; a schedule is scaled to pass through it.</source>
        <translation>学习率：从下一步起生效；学习率计划会相应缩放以经过该值。</translation>
    </message>
    <message>
        <source>The learning rate: constant, or the peak of the schedule.</source>
        <translation>学习率：恒定值，或学习率计划的峰值。</translation>
    </message>
    <message>
        <source>Of ops that several kernels can do: model takes what a cost model prefers; timed tries all of them once for each shape, keeps the fastest for later runs, and starts later for it.</source>
        <translation>有多个内核可用的算子：model 采用代价模型所选；timed 对每种形状将所有内核各试一次，保留最快的供以后的运行使用，因此启动较慢。</translation>
    </message>
    <message>
        <source>This machine has no device %1.</source>
        <translation>本机没有设备 %1。</translation>
    </message>
    <message>
        <source>Views of each image whose scores are averaged where a run is evaluated on the test split: as it is, with its mirror, or both also moved by a pixel. The validation of epochs looks at images as they are.</source>
        <translation>在测试集上评估运行时，每幅图像取其得分平均值的视图：原样、加上镜像，或两者再各移动一个像素。每轮的验证看原样的图像。</translation>
    </message>
    <message>
        <source>The run under way keeps the data that it began with; “%1” is the next run&apos;s.</source>
        <translation>正在进行的运行继续使用它开始时的数据；“%1”用于下一次运行。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Optimizer · live in another program</source>
        <translation>优化器 · 在另一个程序中运行</translation>
    </message>
    <message>
        <source>Optimizer · live</source>
        <translation>优化器 · 实时</translation>
    </message>
    <message>
        <source>These are the settings of the run under way; the project&apos;s are taken back on the other pages, or when it is over.</source>
        <translation>这里显示的是正在进行的运行的设置；项目的设置可在其他页面撤销，或在运行结束后撤销。</translation>
    </message>
    <message>
        <source>The batch: samples in one step.</source>
        <translation>批：一步中的样本数。</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>The training split has only %1 samples.</source>
        <translation>训练集只有 %1 个样本。</translation>
    </message>
    <message>
        <source>Passes over the training samples.</source>
        <translation>遍历训练样本的次数。</translation>
    </message>
    <message>
        <source>Share of the training samples kept for validation, where the data has no validation split of its own.</source>
        <translation>数据没有自己的验证集时，留作验证的训练样本比例。</translation>
    </message>
    <message>
        <source>Share of the training samples kept for test, where the data has no test split of its own. It is drawn first; the share for validation is of the rest.</source>
        <translation>数据没有自己的测试集时，留作测试的训练样本比例。先抽取测试样本；验证的比例按其余样本计算。</translation>
    </message>
    <message>
        <source>The data has a test split of its own: no share is held out for test.</source>
        <translation>数据自带测试集：不再留出测试样本。</translation>
    </message>
    <message>
        <source>Every class gives the same share of its samples for validation and test; off: they are drawn from all alike.</source>
        <translation>每个类别按相同比例留出样本作验证和测试；关闭时从全部样本中抽取。</translation>
    </message>
</context>
<context>
    <name>tl::UnwrittenNotice</name>
    <message>
        <source>“%1” goes on, but what it learns is not kept. %2 Each checkpoint is tried anew.</source>
        <translation>“%1”仍在继续，但它学到的内容没有保存。%2 每个检查点都会重新尝试写入。</translation>
    </message>
    <message>
        <source>“%1” is over, and its last weights are not on the disk. %2</source>
        <translation>“%1”已结束，它最后的权重没有写到磁盘上。%2</translation>
    </message>
    <message>
        <source>Write them elsewhere…</source>
        <translation>写到别处…</translation>
    </message>
    <message>
        <source>A table of “%1” is not kept. %2</source>
        <translation>“%1”的一个表格未能保存。%2</translation>
    </message>
</context>
<context>
    <name>tl::ValueEdit</name>
    <message>
        <source>%1 %2 stays.</source>
        <translation>%1仍为 %2。</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
</context>
<context>
    <name>tl::WatchTable</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>update ratio</source>
        <translation>更新比</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Not looked at yet.</source>
        <translation>尚未查看。</translation>
    </message>
    <message>
        <source>Watched from the next run&apos;s first step on.</source>
        <translation>从下一次运行的第一步起监视。</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ms a look, %2 % of the time</source>
        <translation>每次查看 %1 毫秒，占用时间的 %2 %</translation>
    </message>
    <message>
        <source>The interval is chosen by what a look costs.</source>
        <translation>间隔根据每次查看的开销选定。</translation>
    </message>
    <message>
        <source>Some of it is made again, since training does not keep it.</source>
        <translation>其中一部分需重新计算，因为训练不保留它。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>%1 ms a look; its share of the time is still being measured</source>
        <translation>每次查看 %1 毫秒；其时间占比仍在测量</translation>
    </message>
</context>
<context>
    <name>tl::WatchesPanel</name>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>conv_*/kernel, gradients, input</source>
        <translation>conv_*/kernel, gradients, input</translation>
    </message>
    <message>
        <source>Values to watch</source>
        <translation>要监视的数值</translation>
    </message>
    <message>
        <source>What of them</source>
        <translation>监视内容</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Every how many steps</source>
        <translation>每隔多少步</translation>
    </message>
    <message>
        <source>Steps between two looks; empty: chosen by what a look costs</source>
        <translation>两次查看之间的步数；留空则根据开销选定</translation>
    </message>
    <message>
        <source>Watch these values</source>
        <translation>监视这些数值</translation>
    </message>
    <message>
        <source>Close without watching</source>
        <translation>关闭，不监视</translation>
    </message>
    <message>
        <source>every</source>
        <translation>每</translation>
    </message>
    <message>
        <source>Share of the time that watching may take</source>
        <translation>监视最多可占用的时间比例</translation>
    </message>
    <message>
        <source>Watching takes at most this share of the training&apos;s time, where intervals are left to it</source>
        <translation>间隔由程序选定时，监视最多占用训练时间的这一比例</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Watch more values</source>
        <translation>监视更多数值</translation>
    </message>
    <message>
        <source>costs at most</source>
        <translation>开销最多</translation>
    </message>
    <message>
        <source>costs %1 of at most</source>
        <translation>开销 %1，最多</translation>
    </message>
    <message>
        <source>its cost is being measured; limit</source>
        <translation>开销正在测量；上限</translation>
    </message>
    <message>
        <source>“%1” is watched no more.</source>
        <translation>不再监视“%1”。</translation>
    </message>
    <message>
        <source>“%1” is watched again.</source>
        <translation>重新监视“%1”。</translation>
    </message>
</context>
</TS>
